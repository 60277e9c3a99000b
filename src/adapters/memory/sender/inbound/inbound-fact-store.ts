import type { InboundFactStore } from '../../../../ports/sender/inbound/inbound-fact-store.ts'
import type { MessagePlace } from '../../../../ports/sender/message/message-tokens.ts'
import { rootOf } from '../../person/contacts.ts'
import type { MemoryStore } from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { loggedSlot } from '../message/message-log.ts'
import { noteHealth } from '../pacing/sender-breakers.ts'

/** Returns the store of inbound facts (replies, bounces and others) for one transaction. */
export function inboundFactStore(store: MemoryStore, writes: Writes): InboundFactStore {
  return {
    enter: async (entry, isAttributed) => {
      const slot = inboundFactSlot(entry)
      const storedFact = store.inboundFacts.get(slot)
      if (storedFact !== undefined && !(isAttributed && storedFact.outcome === 'nobody')) return false
      writes.put(store.inboundFacts, slot, { ...entry, outcome: 'noted' })
      return true
    },
    note: async (entry, outcome) =>
      writes.put(store.inboundFacts, inboundFactSlot(entry), { ...entry, outcome }),
    organizationOfJob: async (jobId) => store.jobs.get(jobId)?.organizationId ?? null,
    wasLostByRestore: async (earliest, latest) =>
      store.lossyRestores.some(({ moment, restoredAt }) => moment <= latest && restoredAt >= earliest),
    messageAt: async (organizationId, { jobId, recordId, step }) => {
      const job = store.jobs.get(jobId)
      if (job?.organizationId !== organizationId) return null
      const { spinnerId, dataTableId } = job
      const message = [...store.messages.values()].find(
        (one) => one.jobId === jobId && one.recordId === recordId && one.step === step,
      )
      const projectId =
        store.spinnerOrBinned(spinnerId)?.projectId ?? store.tableOrBinned(dataTableId)?.projectId ?? null
      const [contact] = [...store.contacts.values()]
        .filter((one) => one.organizationId === organizationId && one.recordId === recordId)
        .filter((one) => one.jobId === jobId || one.rootJobId === rootOf(store, job))
        .toSorted(
          (a, b) => Number(b.step === step) - Number(a.step === step) || b.at.getTime() - a.at.getTime(),
        )
      const { id: messageId = null, address = contact?.address ?? null } = message ?? {}
      return { projectId, spinnerId, dataTableId, messageId, address }
    },
    sentAs: async (organizationId, senderId, { messageIds, providerId, providerThread }) => {
      const ownMessages = [...store.messages.values()]
        .filter(
          (one) => one.organizationId === organizationId && (senderId === null || one.senderId === senderId),
        )
        .filter(
          (one) =>
            (providerId !== null && one.providerId === providerId) ||
            (providerThread !== null && one.providerThread === providerThread),
        )
        .toReversed()
      const exact = ownMessages.find(
        (one) =>
          (providerId !== null && one.providerId === providerId) ||
          (one.messageId !== null && messageIds.includes(one.messageId)),
      )
      const message = exact ?? ownMessages[0]
      if (message === undefined) return null
      const { jobId, slice, recordId, step } = message
      return { jobId, slice, recordId, step, isExact: exact !== undefined }
    },
    sentUnder: async (organizationId, messageIds) => {
      const ownMessages = [...store.messages.values()].filter((one) => one.organizationId === organizationId)
      for (const messageId of messageIds) {
        const message = ownMessages.findLast(({ providerMessageId }) => providerMessageId === messageId)
        if (message === undefined) continue
        const { jobId, slice, recordId, step } = message
        return { jobId, slice, recordId, step }
      }
      return null
    },
    sentBy: async ({ jobId, slice, recordId }) => {
      const senderId = store.slices.get(`${jobId} ${slice}`)?.recipients.get(recordId)?.senderId
      const spinnerId = store.jobs.get(jobId)?.spinnerId
      return senderId === undefined || spinnerId === undefined ? null : { senderId, spinnerId }
    },
    ...effects(store, writes),
    lastWrittenTo: async (...query) => lastWrittenTo(store, ...query),
    wentTo: async (organizationId, address, { jobId, recordId }) =>
      [...store.contacts.values()].some(
        (one) =>
          one.organizationId === organizationId &&
          one.address === address &&
          one.recordId === recordId &&
          (one.jobId === jobId || one.rootJobId === jobId),
      ),
  }
}

function lastWrittenTo(
  store: MemoryStore,
  organizationId: string,
  address: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): MessagePlace | null {
  const [last] = [...store.contacts.values()]
    .filter((one) => one.organizationId === organizationId && one.address === address)
    .filter(({ at }) => at > since && at <= until)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  if (last === undefined) return null
  const { jobId, slice, recordId, step } = last
  return { jobId, slice, recordId, step }
}

function effects(store: MemoryStore, writes: Writes): Pick<InboundFactStore, 'countFailure' | 'noteInLog'> {
  return {
    countFailure: async (note) => noteHealth(store, note, writes),
    noteInLog: async (entry, place, state, words) => {
      const slot = loggedSlot(place)
      const loggedMessage = store.messages.get(slot)
      if (loggedMessage !== undefined) {
        writes.put(store.messages, slot, { ...loggedMessage, state, words: words ?? loggedMessage.words })
        return
      }
      const fact = store.inboundFacts.get(inboundFactSlot(entry))
      if (fact !== undefined)
        writes.put(store.inboundFacts, inboundFactSlot(entry), {
          ...fact,
          place,
          loggedState: state,
          loggedWords: words,
        })
    },
  }
}

const inboundFactSlot = ({
  organizationId,
  key,
}: {
  readonly organizationId: string
  readonly key: string
}): string => `${organizationId} ${key}`
