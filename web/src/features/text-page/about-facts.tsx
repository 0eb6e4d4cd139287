import type { Registration } from "@bindings";
import { Facts } from "@/components/facts/facts";
import { about } from "@/content/generated/about";
import styles from "./about-facts.module.css";

/** Who owns and leads the company, and in which registers it stands. */
export default function AboutFacts() {
  if (about === null) return null;
  const { owner, leaders, registrations, licences } = about;
  return (
    <div className={styles.facts}>
      <Facts
        facts={{
          Owner: <bdi>{owner}</bdi>,
          Leaders: (
            <ul>
              {leaders.map(({ name, role }) => (
                <li key={name}>
                  <bdi>{name}</bdi>, {role}
                </li>
              ))}
            </ul>
          ),
          Registration: <Registers entries={registrations} />,
          Licences: licences.length > 0 && <Registers entries={licences} />,
        }}
      />
    </div>
  );
}

function Registers({ entries }: { entries: readonly Registration[] }) {
  return (
    <ul>
      {entries.map(({ name, number, authority }) => (
        <li key={number}>
          {name}: <bdi>{number}</bdi>, {authority}
        </li>
      ))}
    </ul>
  );
}
