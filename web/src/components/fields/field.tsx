import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { classNames } from "@/components/class-names";
import * as words from "@/content/generated/words/components";
import styles from "./field.module.css";

type Described = {
  label: ReactNode;
  /** Help for filling it in, shown under the label. */
  hint?: ReactNode;
  /** The error, shown under the control, which is marked invalid. */
  error?: ReactNode;
  /** Marks the field as optional beside its label. */
  optional?: boolean;
};

export type TextFieldProps = Described & ComponentPropsWithRef<"input">;
export type TextAreaFieldProps = Described & ComponentPropsWithRef<"textarea">;
export type SelectFieldProps = Described &
  ComponentPropsWithRef<"select"> & {
    options: readonly Option[];
    placeholder?: string;
    /** A select has no read-only state, so it is disabled instead. */
    readOnly?: boolean;
  };
type Option = { readonly value: string; readonly label: string };

/** A single-line input of this `type`. */
export function TextField(props: TextFieldProps) {
  const { control, labelled } = useField(props);
  return labelled(<input type="text" {...control} />);
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { control, labelled } = useField(props);
  return labelled(<textarea {...control} />);
}

/** A native select. `placeholder` is shown until a choice is made, and cannot be chosen. */
export function SelectField({ options, placeholder, readOnly, ...props }: SelectFieldProps) {
  const { control, labelled } = useField(props);
  return labelled(
    <select disabled={readOnly} {...control}>
      {placeholder !== undefined && (
        <option value="" hidden>
          {placeholder}
        </option>
      )}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>,
  );
}

/** The control's props, with the label above it and the error below. */
function useField<Props extends { className?: string | undefined }>({
  label,
  hint,
  error,
  optional,
  ...props
}: Described & Props) {
  const id = useId();
  const ids = { hint: `${id}-hint`, error: `${id}-error`, optional: `${id}-optional` };
  const described = [error && ids.error, hint && ids.hint, optional && ids.optional];
  const control = {
    ...props,
    id,
    className: classNames(styles.control, props.className),
    "aria-describedby": described.filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
    "data-optional": optional || undefined,
  };
  const labelled = (drawn: ReactNode) => (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span id={ids.optional} className={styles.optional}>
            {words.optional}
          </span>
        )}
      </div>
      {hint && (
        <p id={ids.hint} className={styles.hint}>
          {hint}
        </p>
      )}
      {drawn}
      {error && (
        <p id={ids.error} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
  return { control, labelled };
}
