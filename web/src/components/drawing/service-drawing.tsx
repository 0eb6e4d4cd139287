import type { Icon } from "@bindings";
import type { ReactNode } from "react";
import { classNames } from "@/components/class-names";
import styles from "./drawing.module.css";

/** The six drawings share the same arc: centre 39.1 60.9, radius 42, in a grid of 96. */
const SERVICE_SHAPES: Record<Icon, ReactNode> = {
  recruitment: (
    <>
      <path className={styles.accent} d="M79.3 48.6A42 42 0 0 0 28.7 20.2" />
      <circle cx="19" cy="24" r="7" />
      <path d="M6 50v-1a13 13 0 0 1 26 0v1" />
      <circle cx="81" cy="58" r="6" />
      <path d="M70 82v-2a11 11 0 0 1 22 0v2" />
      <circle cx="57" cy="59" r="4.5" />
      <path d="M48 82v-2a9 9 0 0 1 18 0v2" />
      <circle cx="36" cy="59" r="4.5" />
      <path d="M27 82v-2a9 9 0 0 1 18 0v2" />
      <path d="M3 50H35M19 82H94" />
    </>
  ),
  training: (
    <>
      <path className={styles.accent} d="M80.7 55A42 42 0 0 0 21.7 22.7" />
      <circle cx="81" cy="58" r="3" />
      <circle cx="19" cy="24" r="3" />
      <path d="M39 84C31 77 19 75 6 78V55C19 52 31 54 39 61ZM39 61C45 51 53 44 62 41V64C53 67 45 74 39 84" />
      <path d="M62 53.2C66 53.2 69 54 72 55V78C59 75 47 77 39 84" />
      <path d="M13 61.5C20 61 26 62.5 32 66M13 68.5C20 68 26 69.5 32 73" />
    </>
  ),
  it: (
    <>
      <path
        className={styles.accent}
        d="M80.7 55A42 42 0 0 0 67.3 29.7M62.5 26A42 42 0 0 0 21.7 22.7"
      />
      <circle cx="81" cy="58" r="3" />
      <circle cx="19" cy="24" r="3" />
      <circle cx="65" cy="27.8" r="3" />
      <path d="M7 42H55V82H7ZM7 51H55" />
      <path d="M12.5 46.5h.01M17.5 46.5h.01M22.5 46.5h.01M15 60l6 5.5l-6 5.5M27 71h10" />
      <path d="M66 62H93V82H66ZM66 72H93M72 67h.01M78 67h9M72 77h.01M78 77h9" />
      <path d="M19 27V42M65 30.8V56H55M81 61v1" />
    </>
  ),
  "non-it": (
    <>
      <path
        className={styles.accent}
        d="M80.7 55A42 42 0 0 0 78.1 45.3M73.9 37.3A42 42 0 0 0 65 27.9M57.4 23.1A42 42 0 0 0 43.6 19.1M34.6 19.1A42 42 0 0 0 21.7 22.7"
      />
      <circle cx="81" cy="58" r="3" />
      <circle cx="19" cy="24" r="3" />
      <path d="M76.2 36.7l4.5 4.5l-4.5 4.5l-4.5 -4.5ZM61.4 20.8l4.5 4.5l-4.5 4.5l-4.5 -4.5ZM39.1 14.4l4.5 4.5l-4.5 4.5l-4.5 -4.5Z" />
      <path d="M8 36V84H93" />
      <path d="M15 48H39.1V55H15ZM30 61H61.4V68H30ZM53 73.5H76.2V80H53Z" />
      <path d="M39.1 28V43M61.4 34V56M76.2 50V69" />
    </>
  ),
  aerospace: (
    <>
      <path
        className={styles.accent}
        d="M80.7 55A42 42 0 0 0 76.1 41M34.9 19.1A42 42 0 0 0 21.7 22.7"
      />
      <circle cx="81" cy="58" r="3" />
      <circle cx="19" cy="24" r="3" />
      <path d="M41.4 13.8Q40.4 15.8 45.6 18.5L51.6 21.6L54.7 41.3L57.7 42.9L61.7 26.7L68.3 29.6L70.2 36.9L72.4 38.1L73.2 30L79.3 24.6L77 23.5L69.9 26.3L63.8 22.7L74.5 9.9L71.5 8.4L53.7 17.5L47.7 14.5Q42.4 11.8 41.4 13.8Z" />
      <path d="M5 71C5 63 18 59 31 60C47 61 61 68 74 76.5C60 75.5 44 78 28 78C13 78 5 76 5 71Z" />
      <path d="M20 60.8V77.7M45 62.3V77.2" />
      <path d="M5 84V90M74 84V90M5 87H74" />
    </>
  ),
  mro: (
    <>
      <path className={styles.accent} d="M77.3 43.5A42 42 0 0 0 21.7 22.7" />
      <circle cx="19" cy="24" r="3" />
      <circle cx="36" cy="57" r="28" />
      <circle cx="36" cy="57" r="24" />
      <circle cx="36" cy="57" r="6.5" />
      <path d="M42.5 57Q53 58.2 58.3 48M41.6 53.8Q51.3 49.5 50.8 38.1M39.2 51.4Q45.5 42.9 39.3 33.2M36 50.5Q37.2 40 27 34.7M32.8 51.4Q28.5 41.7 17.1 42.2M30.4 53.8Q21.9 47.5 12.2 53.7M29.5 57Q19 55.8 13.7 66M30.4 60.2Q20.7 64.5 21.2 75.9M32.8 62.6Q26.5 71.1 32.7 80.8M36 63.5Q34.8 74 45 79.3M39.2 62.6Q43.5 72.3 54.9 71.8M41.6 60.2Q50.1 66.5 59.8 60.3" />
      <path d="M84.3 55.5L80 53L75.7 55.5L75.7 60.5L80 63L84.3 60.5Z" />
      <path d="M75.1 48.7A10.5 10.5 0 0 0 76 67.7V86a4 4 0 0 0 8 0V67.7A10.5 10.5 0 0 0 84.9 48.7M75.1 48.7V56M84.9 48.7V56" />
    </>
  ),
};

/** The drawing of a service, in the size and colour of its surroundings. */
export function Drawing({ icon, className }: { icon: Icon; className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.line, styles.drawing, className)}
      viewBox="0 0 96 96"
      aria-hidden="true"
    >
      {SERVICE_SHAPES[icon]}
    </svg>
  );
}
