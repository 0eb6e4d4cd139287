import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from "react";
import { Link, type LinkProps } from "@/components/link/link";
import { classNames } from "@/components/class-names";
import { focusedElement } from "@/components/focus";
import styles from "./button.module.css";

/** The class of a plain button defines its look. */
export type ButtonVariant = "primary" | "quiet" | "plain";

type ButtonProps = Omit<ComponentProps<"button">, "type" | "ref"> & {
  ref?: RefObject<HTMLButtonElement | null>;
  type?: "button" | "submit";
  variant?: ButtonVariant;
  /** Whether its action is running. It is disabled then. */
  pending?: boolean;
  /** Its label while pending, such as "Sending...". */
  pendingLabel?: string;
};

/** A button. If it had the focus when its action began, it gets it back afterwards. */
export function Button({
  variant = "primary",
  pending = false,
  pendingLabel,
  type = "button",
  disabled = false,
  className,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const button = ref ?? own;
  useKeptFocus(button, pending);
  const props = {
    ...rest,
    ref: button,
    disabled: disabled || pending,
    "data-pending": pending || undefined,
    className: classNames(variant !== "plain" && styles.button, styles[variant], className),
    children: pending ? (pendingLabel ?? children) : children,
  };
  return type === "submit" ? (
    <button {...props} type="submit" />
  ) : (
    <button {...props} type="button" />
  );
}

/** Browsers take the focus from a disabled button and do not give it back. */
function useKeptFocus(button: RefObject<HTMLButtonElement | null>, pending: boolean) {
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (pending) focused.current = focusedElement() === button.current;
    else if (focused.current && document.activeElement === document.body) {
      button.current?.focus({ preventScroll: true });
    }
  }, [button, pending]);
}

/** A link to another page that looks like a button. */
export function ButtonLink({
  variant = "primary",
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={classNames(styles.button, styles[variant], className)} />;
}

/** The same as a plain link, whose address React Router does not resolve. */
export function PlainButtonLink({ children, ...rest }: Omit<ComponentProps<"a">, "className">) {
  return (
    <a {...rest} className={styles.button}>
      {children}
    </a>
  );
}
