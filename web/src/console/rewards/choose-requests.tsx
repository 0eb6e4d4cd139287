import type { Redemptions } from "@bindings";
import { useState } from "react";
import { Dialog } from "@/components/dialog/dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Check } from "@/components/fields/checks";
import type { FormOutcome } from "@/components/fields/use-form";
import { SmallButton } from "@/console/parts/buttons";
import { counted } from "@/console/parts/formats";
import { Failure } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import shared from "@/console/console.module.css";
import { nameOf, points } from "./amounts";

type Props = {
  title: string;
  explanation: string;
  /** The label of the button, which is followed by how many are chosen. */
  button: string;
  send: (ids: readonly number[]) => Promise<FormOutcome>;
  onClose: () => void;
};

/** Chooses approved requests for a batch: all of them, without those that are taken out. */
export function ChooseRequests({ title, explanation, button, send, onClose }: Props) {
  const list = usePages<Redemptions>("/redemptions?status=approved");
  const requests = list.pages.flatMap(({ redemptions }) => redemptions);
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const ids = requests.map(({ redemption }) => redemption.id).filter((id) => !without.has(id));

  if (requests.length === 0) {
    return (
      <Dialog
        title={title}
        description={
          list.data
            ? "No approved request waits for a batch. Approve one first."
            : "Looking up what is approved…"
        }
        onClose={onClose}
      >
        <Failure of={list} />
      </Dialog>
    );
  }

  function choose(id: number, chosen: boolean) {
    const next = new Set(without);
    if (chosen) next.delete(id);
    else next.add(id);
    setWithout(next);
  }
  return (
    <FormDialog
      title={title}
      explanation={explanation}
      button={`${button}: ${counted(ids.length, "request")}`}
      initial={{}}
      deliver={() => send(ids)}
      onClose={onClose}
    >
      {() => (
        <fieldset className={shared.stack}>
          <legend className="visually-hidden">Approved requests</legend>
          {requests.map((request) => {
            const { id, offer, worth } = request.redemption;
            return (
              <Check
                key={id}
                label={`${nameOf(request)}: ${offer.title}, ${worth ?? points(offer.points)}`}
                checked={!without.has(id)}
                onChange={(chosen) => choose(id, chosen)}
              />
            );
          })}
          {list.hasNextPage && (
            <SmallButton
              pending={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </SmallButton>
          )}
        </fieldset>
      )}
    </FormDialog>
  );
}
