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
  /** Where a column's label leads. */
  hrefs?: readonly string[];
  /** On top of each other; one alone may be below zero. */
  bars: readonly Series[];
  /** Below the bars, with a scale of its own. */
  line?: Series;
  /** Columns that are not complete yet. */
  pale: readonly boolean[];
};

const [WIDTH, HEIGHT, LINE_HEIGHT] = [600, 120, 40];

/** Bars over time, drawn by hand: arrow keys move a cursor, its column is read out, and the same is there as a table. */
export function Chart({ title, labels, hrefs, bars, line, pale }: ChartProps) {
  const [chosen, choose] = useState<number>();
  const last = labels.length - 1;
  const at = Math.min(chosen ?? last, last);
  const all = line ? [...bars, line] : bars;
  const reading = `${labels[at]}: ${all.map((one) => `${one.name} ${textAt(one, at)}`).join(", ")}${pale[at] ? " (incomplete)" : ""}`;
  const step = WIDTH / labels.length;
  const { low, high, scale } = scaleOf(bars);
  const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  return (
    <figure class="chart">
      <figcaption>
        {bars[0]?.text(low)} to {bars[0]?.text(high)}
        {bars.length + (line ? 1 : 0) > 1 &&
          all.map(({ name, look }) => (
            <span key={name} class={`legend ${look}`}>
              {name}
            </span>
          ))}
      </figcaption>
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
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + (line ? LINE_HEIGHT + 12 : 0)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
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
          {labels.map((label, nth) => (
            <Column key={label} bars={bars} nth={nth} step={step} scale={scale} isPale={pale[nth] ?? false} />
          ))}
          <path class="axis" d={[low, 0, high].map((value) => `M0 ${scale(value)}H${WIDTH}`).join("")} />
          {line && <path class={`line ${line.look}`} d={lineOf(line.values, step)} />}
        </svg>
      </div>
      <p class="ends" aria-hidden="true">
        <span>{labels[0]}</span>
        <span>{labels[last]}</span>
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
                  {pale[nth] && " (incomplete)"}
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
            x={nth * step + step * 0.15}
            y={Math.min(one, other)}
            width={step * 0.7}
            height={height}
          />
        );
      })}
    </>
  );
}

/** From the lowest to the highest sum, both in round numbers, zero included. */
function scaleOf(bars: readonly Series[]) {
  const sums = (bars[0]?.values ?? []).map((_, nth) =>
    bars.reduce((sum, { values }) => sum + (values[nth] ?? 0), 0),
  );
  const [low, high] = [-rounded(-Math.min(0, ...sums)) || 0, rounded(Math.max(0, ...sums))];
  const span = high - low || 1;
  return { low, high, scale: (value: number) => HEIGHT - 1 - ((value - low) / span) * (HEIGHT - 2) };
}

/** Up, to its first digit: 4,653 becomes 5,000. */
function rounded(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / step) * step || 0;
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
      const place = `${(nth + 0.5) * step} ${HEIGHT + 10 + LINE_HEIGHT * (1 - value / high)}`;
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
