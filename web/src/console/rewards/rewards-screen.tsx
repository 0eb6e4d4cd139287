import { Tabs, useTab } from "@/console/parts/tabs";
import { may, type ScreenProps } from "@/console/server";
import { Batches } from "./batches";
import { MostPoints } from "./most-points";
import { Requests } from "./requests";

const TABS = [
  { value: "requests", label: "Requests" },
  { value: "batches", label: "Batches" },
  { value: "most", label: "Most points" },
] as const;

/** What members exchange their points for, how it is paid, and who has earned most. */
export default function RewardsScreen({ viewer }: ScreenProps) {
  const asked = useTab(TABS);
  const seesBatches = may(viewer, "batches");
  const sees = { requests: true, batches: seesBatches, most: may(viewer, "award") };
  const tab = sees[asked] ? asked : "requests";
  const mayPay = may(viewer, "payouts");
  const seen = TABS.filter(({ value }) => sees[value]);
  const tabs = seen.length > 1 && <Tabs label="Rewards" tabs={seen} current={tab} />;
  return (
    <>
      <title>Rewards – Console</title>
      {tab === "requests" && <Requests mayPay={mayPay} seesBatches={seesBatches} tabs={tabs} />}
      {tab === "batches" && <Batches mayPay={mayPay} tabs={tabs} />}
      {tab === "most" && <MostPoints tabs={tabs} />}
    </>
  );
}
