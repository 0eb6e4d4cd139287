import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { classNames } from "@/components/class-names";
import styles from "./field.module.css";

type Described = {
  label: ReactNode;
  /** What helps to fill it in; stands under the label. */
  hint?: ReactNode;
  /** What is wrong with it; stands under the control, which is then marked invalid. */
  error?: ReactNode;
  /** Says beside the label that it may stay empty. */
  optional?: boolean;
};

export type TextFieldProps = Described & ComponentPropsWithRef<"input">;
export type TextAreaFieldProps = Described & ComponentPropsWithRef<"textarea">;
export type SelectFieldProps = Described &
  ComponentPropsWithRef<"select"> & {
    options: readonly Option[];
    placeholder?: string;
    /** A list has no such state: it is disabled instead. */
    readOnly?: boolean;
  };
type Option = { readonly value: string; readonly label: string };

/** One line of text, a number, an e-mail: whatever `type` says. */
export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  const field = useField({ hint, error, optional, ...input });
  return (
    <Field {...field} label={label} hint={hint} error={error} optional={optional}>
      <input type="text" {...input} {...field.control} />
    </Field>
  );
}

export function TextAreaField({ label, hint, error, optional, ...input }: TextAreaFieldProps) {
  const field = useField({ hint, error, optional, ...input });
  return (
    <Field {...field} label={label} hint={hint} error={error} optional={optional}>
      <textarea {...input} {...field.control} />
    </Field>
  );
}

/** The platform's own list. `placeholder` stands there until a choice is made, and is none itself. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  readOnly,
  ...input
}: SelectFieldProps) {
  const field = useField({ hint, error, optional, ...input });
  return (
    <Field {...field} label={label} hint={hint} error={error} optional={optional}>
      <select disabled={readOnly} {...input} {...field.control}>
        {placeholder !== undefined && (
          <option value="" hidden>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

type FieldIds = { id: string; hintId: string; errorId: string; optionalId: string };

function Field({
  id,
  hintId,
  errorId,
  optionalId,
  label,
  hint,
  error,
  optional,
  children,
}: FieldIds & {
  label: ReactNode;
  hint: ReactNode;
  error: ReactNode;
  optional: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span id={optionalId} className={styles.optional}>
            Optional
          </span>
        )}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function useField(props: {
  id?: string | undefined;
  className?: string | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean | undefined;
  "aria-describedby"?: string | undefined;
}) {
  const own = useId();
  const id = props.id ?? own;
  const ids: FieldIds = {
    id,
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
    optionalId: `${id}-optional`,
  };
  const described = [
    props.error && ids.errorId,
    props.hint && ids.hintId,
    props.optional && ids.optionalId,
    props["aria-describedby"],
  ].filter(Boolean);
  return {
    ...ids,
    control: {
      id,
      className: classNames(styles.control, props.className),
      "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
      "aria-invalid": props.error ? true : undefined,
    },
  };
}
