type TabsProps = {
  name: string;
  chosen: string;
  options: Record<string, string>;
  hrefFor: (one: string) => string;
};

export const Tabs = ({ name, chosen, options, hrefFor }: TabsProps) => (
  <nav class="tabs" aria-label={name}>
    {Object.entries(options).map(([value, text]) => (
      <a key={value} href={hrefFor(value)} {...(value === chosen && { "aria-current": "true" as const })}>
        {text}
      </a>
    ))}
  </nav>
);
