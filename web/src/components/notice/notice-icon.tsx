import type { Variant } from "@bindings";

const SHAPES: Record<Variant, { outline: string; sign: string }> = {
  default: { outline: "M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Z", sign: "M7.5 12.5l3 3l6-7" },
  destructive: { outline: "M12 2.5L22.5 21H1.5Z", sign: "M12 9v5.5M12 17.7v.01" },
};

/**
 * A tick in a circle, or an exclamation mark in a triangle. They differ in shape as well as in
 * colour.
 */
export function NoticeIcon({
  variant,
  className,
}: {
  variant: Variant;
  className?: string | undefined;
}) {
  const { outline, sign } = SHAPES[variant];
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outline} />
      <path d={sign} />
    </svg>
  );
}
