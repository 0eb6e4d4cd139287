import { Tabs, useTab } from "@/console/parts/tabs";
import { may, type ScreenProps } from "@/console/server";
import { Factors } from "./factors";
import { OwnSessions } from "./own-sessions";
import { People } from "./people";

const TABS = [
  { value: "people", label: "People" },
  { value: "own", label: "My account" },
] as const;

const OWN_ONLY = [TABS[1]] as const;

/** For owners: the staff. For everybody: their own second factors and sessions. */
export default function StaffScreen({ viewer }: ScreenProps) {
  const tabs = may(viewer, "staff") ? TABS : OWN_ONLY;
  const tab = useTab(tabs);
  const heading = tab === "people" ? "Team" : "My account";
  return (
    <>
      <title>{`${heading} – Console`}</title>
      <h1>{heading}</h1>
      <Tabs label="Team" tabs={tabs} current={tab} />
      {tab === "people" ? (
        <People viewer={viewer} />
      ) : (
        <>
          <Factors />
          <OwnSessions />
        </>
      )}
    </>
  );
}
