import { Tabs, useTab } from "@/console/parts/tabs";
import { Tokens } from "./tokens";
import { Deliveries } from "./deliveries";
import { Webhooks } from "./webhooks";

const TABS = [
  { value: "webhooks", label: "Webhooks" },
  { value: "deliveries", label: "Deliveries" },
  { value: "tokens", label: "API tokens" },
] as const;

/** Webhooks, their deliveries, and API tokens. */
export default function IntegrationsScreen() {
  const tab = useTab(TABS);
  return (
    <>
      <title>Integrations – Console</title>
      <h1>Integrations</h1>
      <Tabs label="Integrations" tabs={TABS} current={tab} />
      {tab === "webhooks" && <Webhooks />}
      {tab === "deliveries" && <Deliveries />}
      {tab === "tokens" && <Tokens />}
    </>
  );
}
