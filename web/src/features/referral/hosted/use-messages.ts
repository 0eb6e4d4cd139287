import type { Messages, MessageView } from "@bindings";
import { useEffect, useEffectEvent, useState } from "react";
import type { HostedActions } from "@/programme";

type Answer = Awaited<ReturnType<HostedActions["messages"]>>;

/** The contact messages, as many as were asked for. */
export function useMessages(actions: HostedActions) {
  const [messages, setMessages] = useState<readonly MessageView[]>();
  const [next, setNext] = useState<Messages["next"]>(null);
  const [trouble, setTrouble] = useState<string>();

  function take(answer: Answer, before: readonly MessageView[]) {
    if (answer.outcome === "accepted") {
      setMessages([...before, ...answer.value.messages]);
      setNext(answer.value.next);
    }
    setTrouble(answer.outcome === "accepted" ? undefined : answer.notice.description);
  }

  const takeFirst = useEffectEvent((answer: Answer) => take(answer, []));

  useEffect(() => {
    let wanted = true;
    void actions.messages().then((answer) => wanted && takeFirst(answer));
    return () => {
      wanted = false;
    };
  }, [actions]);

  async function load() {
    take(await actions.messages(next ?? undefined), messages ?? []);
  }

  /** Shows one as it is now. */
  function replace(message: MessageView) {
    setMessages((before) => before?.map((one) => (one.key === message.key ? message : one)));
  }

  return { messages, trouble, more: next !== null, load, replace };
}
