import { Tabs, useTab } from "@/console/parts/tabs";
import { may, type ScreenProps } from "@/console/server";
import { Batches } from "./batches";
import { Requests } from "./requests";

const TABS = [
  { value: "requests", label: "Requests" },
  { value: "batches", label: "Batches" },
] as const;

/** What members exchange their points for, and how it is paid. */
export default function RewardsScreen({ viewer }: ScreenProps) {
  const asked = useTab(TABS);
  const seesBatches = may(viewer, "batches");
  const tab = seesBatches ? asked : "requests";
  const mayPay = may(viewer, "payouts");
  const tabs = seesBatches && <Tabs label="Rewards" tabs={TABS} current={tab} />;
  return (
    <>
      <title>Rewards – Console</title>
      {tab === "batches" ? (
        <Batches mayPay={mayPay} tabs={tabs} />
      ) : (
        <Requests mayPay={mayPay} seesBatches={seesBatches} tabs={tabs} />
      )}
    </>
  );
}
