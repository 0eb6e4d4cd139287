import type { Registration } from "@bindings";
import styles from "@/components/text/blocks.module.css";
import { about } from "@/content/generated/about";
import * as words from "@/content/generated/words/text-pages";

/** Who owns and leads the company, and in which registers it stands. */
export default function AboutFacts() {
  if (about === null) return null;
  const { owner, leaders, registrations, licences } = about;
  const facts = [
    [words.owner, owner],
    ...leaders.map(({ name, role }) => [role, name]),
    ...[...registrations, ...licences].map(inRegister),
  ];
  return (
    <ul className={styles.list}>
      {facts.map(([name, value]) => (
        <li key={`${name} ${value}`}>
          <strong>{name}:</strong> <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}

function inRegister({ name, number, authority }: Registration) {
  return [name, `${number}, ${authority}`];
}
