import type { ConsoleKey } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Moment } from "../../parts/moment.tsx";
import { None, Text } from "../../parts/text.tsx";
import { KEY_LABELS } from "../../words/labels.ts";

/** Enough to know each again. They are issued, replaced and revoked elsewhere: no session can. */
export const Keys = ({ keys }: { keys: ConsoleKey[] }) => (
  <table class="list">
    <caption class="for-ears">API keys</caption>
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col" class="wide">
          Preset
        </th>
        <th scope="col" class="wide">
          Created
        </th>
        <th scope="col">Status</th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <tr key={`${key.idEnd} ${key.createdAt}`}>
          <td>
            {key.label === null ? <None>–</None> : <Text value={key.label} />}
            <span class="under suffix">
              …<Text value={key.idEnd} />
            </span>
            <span class="under narrow">
              <Text value={key.preset} />: {key.scopes.join(", ")}
            </span>
          </td>
          <td class="wide">
            <Text value={key.preset} />
            <span class="under">{key.scopes.join(", ")}</span>
          </td>
          <td class="wide">
            <Moment at={key.createdAt} detail="brief" />
          </td>
          <td>
            <Chip of={KEY_LABELS} value={key.isLive ? "live" : "ended"} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
