import { Failure } from "@/console/parts/listing";
import { DateTime, makerName } from "@/console/parts/formats";
import { useProgramme } from "@/console/programme";
import shared from "@/console/console.module.css";
import { Limits } from "./limits";
import { Offices } from "./offices";

/** What an owner sets about the programme. */
export default function SettingsScreen() {
  const programme = useProgramme();
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
          <Limits programme={data} />
          <Offices programme={data} />
        </>
      )}
    </>
  );
}
