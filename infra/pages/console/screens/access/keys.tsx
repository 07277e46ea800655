import * as api from "../../api/api.ts";
import { Tag } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Table } from "../../parts/table.tsx";
import { shown, Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";

/** Enough to know each again. They are issued, replaced and revoked elsewhere: no session can. */
export function Keys() {
  const keys = useFetched(api.keys);
  return (
    <Screen title="API keys" of={keys}>
      <p class="lead">
        Your server sends a key with every request. The platform creates, replaces and revokes keys: ask its
        support. A key is shown once, when it is created. <a href="/v1/docs#integrating">How keys are used</a>
      </p>
      <Loaded of={keys}>
        {(data) =>
          data.length === 0 ? (
            <Empty icon="keys" title="No API keys yet">
              Ask the platform's support for a key.
            </Empty>
          ) : (
            <Table
              caption="API keys"
              rows={data}
              idOf={({ idEnd, createdAt }) => `${idEnd} ${createdAt}`}
              columns={[
                {
                  name: "Key",
                  cell: ({ label, idEnd }) => (
                    <>
                      {shown(label)}
                      <span class="under whole">
                        …<Text value={idEnd} />
                      </span>
                    </>
                  ),
                },
                {
                  name: "Status",
                  cell: ({ isLive }) =>
                    isLive ? <Tag tone="good" text="Live" /> : <Tag tone="quiet" text="Ended" />,
                },
                {
                  name: "Preset",
                  cell: ({ preset, scopes }) => (
                    <>
                      <Text value={preset} />
                      <span class="under">{scopes.join(", ")}</span>
                    </>
                  ),
                },
                {
                  name: "Created",
                  cell: ({ createdAt }) => <Moment at={createdAt} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}
