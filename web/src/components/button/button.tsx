import type { ComponentPropsWithRef } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { classNames } from "@/components/class-names";
import styles from "./button.module.css";

export type ButtonVariant = "primary" | "quiet";

type ButtonProps = Omit<ComponentPropsWithRef<"button">, "type"> & {
  type?: "button" | "submit";
  variant?: ButtonVariant;
  /** The work that the button started is under way: it cannot be pressed and says so. */
  pending?: boolean;
  /** Its words while pending, such as "Sending...". */
  pendingLabel?: string;
};

export function Button({
  variant = "primary",
  pending = false,
  pendingLabel,
  type = "button",
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const props = {
    ...rest,
    disabled: disabled || pending,
    "data-pending": pending || undefined,
    className: classNames(styles.button, styles[variant], className),
    children: pending ? (pendingLabel ?? children) : children,
  };
  return type === "submit" ? (
    <button {...props} type="submit" />
  ) : (
    <button {...props} type="button" />
  );
}

/** A link to another page that looks as weighty as a button. */
export function ButtonLink({
  variant = "primary",
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={classNames(styles.button, styles[variant], className)} />;
}
