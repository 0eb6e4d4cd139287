/** Links within the site. A page that the present language does not have is linked to in English. */
import {
  Link as RouterLink,
  NavLink as RouterNavLink,
  type LinkProps as RouterLinkProps,
} from "react-router-dom";
import { missing } from "@/content/generated/language";
import { isBelow } from "@/paths";

/** Whether the page is in the language that has all pages. */
declare const __IS_ORIGINAL__: boolean;

export type LinkProps = Omit<RouterLinkProps, "to"> & { to: string };

type NavLinkProps = { to: string; end: boolean; children: React.ReactNode };

/** A link to a page, whose address has no language. */
export const Link: (props: LinkProps) => React.ReactNode = __IS_ORIGINAL__
  ? RouterLink
  : TranslatedLink;

/** The same, marked while it leads to the present page. */
export const NavLink: (props: NavLinkProps) => React.ReactNode = __IS_ORIGINAL__
  ? RouterNavLink
  : TranslatedNavLink;

function TranslatedLink(props: LinkProps) {
  return isMissing(props.to) ? english(props) : <RouterLink {...props} />;
}

function TranslatedNavLink({ to, end, children }: NavLinkProps) {
  const props = { to, children };
  return isMissing(to) ? english(props) : <RouterNavLink {...props} end={end} />;
}

function isMissing(to: string) {
  return isBelow(to.replace(/[?#].*/, ""), missing);
}

/** A plain link, because another build shows the page. */
function english({ to, className, children, tabIndex, "aria-label": label }: LinkProps) {
  return (
    <a href={to} hrefLang="en" className={className} tabIndex={tabIndex} aria-label={label}>
      {children}
    </a>
  );
}
