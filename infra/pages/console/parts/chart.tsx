import { useState } from "preact/hooks";
import { Text } from "./text.tsx";

type Value = number | null;

/** `look`: which color and pattern. null: not known. */
type Series = {
  name: string;
  look: string;
  values: readonly Value[];
  text: (value: number) => string;
};

type ChartProps = {
  title: string;
  /** Of each column. */
  labels: readonly string[];
  /** The same in a word or two, for below the columns. */
  ticks: readonly string[];
  /** Where a column's label leads. */
  hrefs?: readonly string[];
  /** On top of each other; one alone may be below zero. */
  bars: readonly Series[];
  /** Below the bars, with a scale of its own. */
  line?: Series;
  /** Why a column is not complete yet; empty: it is. */
  pale: readonly string[];
};

const [WIDTH, HEIGHT, LINE_HEIGHT] = [600, 160, 40];

/** Bars over time, drawn by hand: arrow keys move a cursor, its column is read out, and the same is there as a table. */
export function Chart({ title, labels, ticks, hrefs, bars, line, pale }: ChartProps) {
  const [chosen, choose] = useState<number>();
  const last = labels.length - 1;
  const at = Math.min(chosen ?? last, last);
  const all = line ? [...bars, line] : bars;
  const paleText = (nth: number) => (pale[nth] ? ` (${pale[nth]})` : "");
  const reading = `${labels[at]}: ${all.map((one) => `${one.name} ${textAt(one, at)}`).join(", ")}${paleText(at)}`;
  const step = WIDTH / labels.length;
  const { lines, scale } = scaleOf(bars);
  // As many as there is room for: every day of a week, one a week of a month, four of a day's hours.
  const every = ticks.length < 9 ? 1 : ticks.length < 27 ? 6 : 7;
  const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  return (
    <figure class="chart">
      <h3>{title}</h3>
      {all.length > 1 && (
        <figcaption>
          {all.map(({ name, look }) => (
            <span key={name} class={`legend ${look}`}>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      <p class="scale" aria-hidden="true">
        {lines.map((value) => (
          <span key={value}>{bars[0]?.text(value).replace(/\D00(?=\D*$)/, "")}</span>
        ))}
      </p>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${title}. Arrow keys move through time.`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={reading}
        onKeyDown={(event) => {
          const to = moves[event.key];
          if (to === undefined) return;
          event.preventDefault();
          choose(Math.min(last, Math.max(0, to)));
        }}
        onPointerMove={({ offsetX, currentTarget }) =>
          choose(
            Math.min(last, Math.max(0, Math.floor((offsetX / currentTarget.clientWidth) * labels.length))),
          )
        }
        onPointerLeave={() => choose(undefined)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <pattern
            id="hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="3" height="6" class="hatch" />
          </pattern>
          {chosen !== undefined && <rect class="cursor" x={at * step} width={step} height="100%" />}
          {lines.map((value) => (
            <path key={value} class={value ? "grid" : "grid axis"} d={`M0 ${scale(value)}H${WIDTH}`} />
          ))}
          {labels.map((label, nth) => (
            <Column key={label} bars={bars} nth={nth} step={step} scale={scale} isPale={!!pale[nth]} />
          ))}
        </svg>
        {line && (
          <svg viewBox={`0 0 ${WIDTH} ${LINE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path class={`line ${line.look}`} d={lineOf(line.values, step)} />
          </svg>
        )}
      </div>
      <p class="times" aria-hidden="true">
        {ticks.map((tick, nth) => (
          <span key={labels[nth]}>{nth % every === every >> 1 && tick}</span>
        ))}
      </p>
      <p class="reading">
        <Text value={reading} />
      </p>
      <details>
        <summary>Show as table</summary>
        <table class="small">
          <caption class="for-ears">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {all.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, nth) => (
              <tr key={label}>
                <th scope="row">
                  {hrefs ? <a href={hrefs[nth] ?? ""}>{label}</a> : label}
                  {paleText(nth)}
                </th>
                {all.map((one) => (
                  <td key={one.name} class="number">
                    {textAt(one, nth)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

type ColumnProps = {
  bars: readonly Series[];
  nth: number;
  step: number;
  scale: (value: number) => number;
  isPale: boolean;
};

/** A gap of a pixel between what is stacked, so that no two colors have to be told apart at their edge. */
function Column({ bars, nth, step, scale, isPale }: ColumnProps) {
  let from = 0;
  // A week's bars would be blocks.
  const share = step > 60 ? 0.45 : 0.7;
  return (
    <>
      {bars.map(({ name, look, values }) => {
        const value = values[nth] ?? 0;
        const [one, other] = [scale(from), scale(from + value)];
        from += value;
        const height = Math.abs(one - other) - 1;
        return height <= 0 ? null : (
          <rect
            key={name}
            class={`column ${look}${isPale ? " pale" : ""}`}
            x={(nth + (1 - share) / 2) * step}
            y={Math.min(one, other)}
            width={step * share}
            height={height}
            rx="2"
          />
        );
      })}
    </>
  );
}

/** Lines at round values, the highest first, zero among them, and all sums between the first and the last. */
function scaleOf(bars: readonly Series[]) {
  const sums = (bars[0]?.values ?? []).map((_, nth) =>
    bars.reduce((sum, { values }) => sum + (values[nth] ?? 0), 0),
  );
  const [low, high] = [Math.min(0, ...sums), Math.max(0, ...sums)];
  const least = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const gap = Math.max(1, ([1, 2, 5].find((times) => times * power >= least) ?? 10) * power);
  const [below, above] = [Math.floor(low / gap), Math.max(low ? 0 : 1, Math.ceil(high / gap))];
  const count = above - below;
  return {
    lines: Array.from({ length: count + 1 }, (_, nth) => (above - nth) * gap),
    scale: (value: number) => 1 + ((above - value / gap) / count) * (HEIGHT - 2),
  };
}

function lineOf(values: readonly Value[], step: number): string {
  const high = Math.max(1, ...values.map((value) => value ?? 0));
  let isDown = false;
  return values
    .map((value, nth) => {
      if (value === null) {
        isDown = false;
        return "";
      }
      const place = `${(nth + 0.5) * step} ${2 + (LINE_HEIGHT - 4) * (1 - value / high)}`;
      const drawn = isDown ? `L${place}` : `M${place}h.1`;
      isDown = true;
      return drawn;
    })
    .join("");
}

const textAt = ({ values, text }: Series, nth: number): string => {
  const value = values[nth];
  return value === null || value === undefined ? "–" : text(value);
};
