import type { ComponentChildren } from "preact";
import { shown, Text } from "./text.tsx";

export const Facts = ({ children }: { children: ComponentChildren }) => <dl class="facts">{children}</dl>;

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>
      <Text value={name} />
    </dt>
    <dd>{shown(children)}</dd>
  </div>
);

export const Card = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <section class="card">
    <header>
      <h2>{title}</h2>
      {actions}
    </header>
    {children}
  </section>
);
