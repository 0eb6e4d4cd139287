import { Failure } from "@/console/parts/listing";
import { DateTime, makerName } from "@/console/parts/formats";
import { Tabs, useTab } from "@/console/parts/tabs";
import { useProgramme } from "@/console/programme";
import type { ScreenProps } from "@/console/server";
import shared from "@/console/console.module.css";
import { Catalogue } from "./catalogue";
import { Leaderboard } from "./leaderboard";
import { Limits } from "./limits";
import { Offices } from "./offices";
import { ProgrammeVersions } from "./programme-versions";
import { Reasons } from "./reasons";
import { Rulebook } from "./rulebook";
import { Services } from "./services";
import { Templates } from "./templates";

const TABS = [
  { value: "times", label: "Times" },
  { value: "services", label: "Services" },
  { value: "reasons", label: "Reasons to decline" },
  { value: "templates", label: "Templates" },
  { value: "rulebook", label: "Rulebook" },
  { value: "catalogue", label: "Catalogue" },
  { value: "leaderboard", label: "Most points" },
  { value: "versions", label: "Versions" },
] as const;

/** What an owner sets about the programme. */
export default function SettingsScreen({ viewer }: ScreenProps) {
  const programme = useProgramme();
  const tab = useTab(TABS);
  const { data } = programme;
  return (
    <>
      <title>Settings – Console</title>
      <h1>Settings</h1>
      <p className={shared.lead}>
        What you save here holds for everybody at once.{" "}
        {data && data.at !== null && (
          <>
            Last changed by {makerName(data.by)}, <DateTime at={data.at} />.
          </>
        )}
      </p>
      <Failure of={programme} />
      {data && (
        <>
          <Tabs label="Settings" tabs={TABS} current={tab} />
          {tab === "times" && (
            <>
              <Limits programme={data} />
              <Offices programme={data} />
            </>
          )}
          {tab === "services" && <Services programme={data} />}
          {tab === "reasons" && <Reasons programme={data} />}
          {tab === "templates" && <Templates programme={data} />}
          {tab === "rulebook" && <Rulebook viewer={viewer} />}
          {tab === "catalogue" && <Catalogue viewer={viewer} programme={data} />}
          {tab === "versions" && <ProgrammeVersions programme={data} />}
          {tab === "leaderboard" && <Leaderboard programme={data} />}
        </>
      )}
    </>
  );
}
