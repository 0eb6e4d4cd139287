import { Tabs, useTab } from "@/console/parts/tabs";
import { may, type ScreenProps } from "@/console/server";
import { Factors } from "./factors";
import { OwnSessions } from "./own-sessions";
import { People } from "./people";

const TABS = [
  { value: "people", label: "People" },
  { value: "own", label: "Your own login" },
] as const;

const OWN_ONLY = [TABS[1]] as const;

/** For owners: the staff. For everybody: their own second factors and sessions. */
export default function StaffScreen({ viewer }: ScreenProps) {
  const tabs = may(viewer, "staff") ? TABS : OWN_ONLY;
  const tab = useTab(tabs);
  return (
    <>
      <title>Staff – Console</title>
      <h1>Staff</h1>
      <Tabs label="Staff" tabs={tabs} current={tab} />
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
