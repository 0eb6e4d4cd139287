import { Check } from "@/components/fields/checks";
import { SelectField, TextField } from "@/components/fields/field";
import { useServices } from "@/console/programme";
import { DataTable } from "@/console/parts/data-table";
import styles from "@/console/console.module.css";
import { type Choices, COLUMNS, type Column, type Defaults, type Row, widthOf } from "./table";
import own from "./spreadsheet.module.css";

/** How many rows are shown as examples. */
const EXAMPLES = 3;

type Props = {
  table: readonly Row[];
  choices: Choices;
  onChange: (changed: Partial<Choices>) => void;
};

/** What is in each column, with its first cells, and what rows get that say nothing themselves. */
export function ColumnChoices({ table, choices, onChange }: Props) {
  const { columns, headed, defaults } = choices;
  const services = useServices().filter(({ offered }) => offered);
  const [first, ...rest] = table;
  const examples = (headed ? rest : table).slice(0, EXAMPLES);
  const names = Array.from({ length: widthOf(table) }, (_, at) => ({
    at,
    name: (headed && first?.cells[at]) || `Column ${at + 1}`,
  }));

  /** A column takes what another one had. */
  function choose(at: number, column: Column) {
    onChange({
      columns: names.map(({ at: other }) => {
        if (other === at) return column;
        const known = columns[other] ?? "";
        return known === column ? "" : known;
      }),
    });
  }

  const byDefault = (name: keyof Defaults) => ({
    value: defaults[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ defaults: { ...defaults, [name]: target.value } }),
  });

  return (
    <section aria-labelledby="columns" className={own.section}>
      <h2 id="columns" className={styles.heading}>
        What is in each column
      </h2>
      <Check
        label="The first row has the headings"
        checked={headed}
        onChange={(checked) => onChange({ headed: checked })}
      />
      <DataTable
        caption="The columns, with their first cells"
        rows={names}
        keyOf={({ at }) => at}
        columns={[
          {
            label: "Column",
            cell: ({ at, name }) => (
              <SelectField
                label={name}
                aria-label={`What ${name} is`}
                options={COLUMNS}
                value={columns[at] ?? ""}
                onChange={({ target }) => choose(at, target.value as Column)}
              />
            ),
          },
          {
            label: "First cells",
            cell: ({ at }) => (
              <ul className={own.examples}>
                {examples.map(({ line, cells }) => (
                  <li key={line}>{cells[at] || "–"}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      <fieldset className={own.defaults}>
        <legend>For rows that do not say it</legend>
        <SelectField
          label="Service"
          options={[{ value: "", label: "None" }, ...services]}
          {...byDefault("service")}
        />
        <TextField label="Referrer’s name" autoComplete="off" {...byDefault("referrerName")} />
        <TextField
          label="Referrer’s phone"
          type="tel"
          autoComplete="off"
          {...byDefault("referrerPhone")}
        />
      </fieldset>
    </section>
  );
}
