import type { Step } from '../../../domain/spinner/step.ts'
import type { ConnectStateStore } from '../../../ports/sender/connect-state-store.ts'
import type { SenderStore } from '../../../ports/sender/sender-store.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { type MemoryStore, versionSlot } from '../store.ts'
import { without } from '../without.ts'
import type { Writes } from '../writes.ts'

/** Senders, and what messages are signed with, in one transaction. */
export function senderStores(
  store: MemoryStore,
  writes: Writes,
): Pick<Transaction, 'webhookSecrets' | 'senders' | 'connectStates'> {
  return {
    webhookSecrets: {
      rotate: async (organizationId, ciphertext, rotatedAt) => {
        const previous = store.webhookSecrets.get(organizationId)?.ciphertext ?? null
        writes.put(store.webhookSecrets, organizationId, { ciphertext, previous, rotatedAt })
      },
    },
    senders: senders(store, writes),
    connectStates: connectStates(store, writes),
  }
}

function senders(store: MemoryStore, writes: Writes): SenderStore {
  const kept = (id: string) => store.senders.get(id) ?? null
  return {
    of: async (organizationId) =>
      [...store.senders.values()]
        .map(({ sender }) => sender)
        .filter((sender) => sender.organizationId === organizationId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lock: async (organizationId, id) => {
      const sender = kept(id)?.sender
      return sender?.organizationId === organizationId ? sender : null
    },
    add: async (sender, credentials) => writes.put(store.senders, sender.id, { sender, credentials }),
    save: async (sender) =>
      writes.put(store.senders, sender.id, { sender, credentials: kept(sender.id)?.credentials ?? null }),
    saveCredentials: async (id, credentials) => {
      const one = kept(id)
      if (one !== null) writes.put(store.senders, id, { ...one, credentials })
    },
    credentialsOf: async (id) => kept(id)?.credentials ?? null,
    remove: async (id) => writes.drop(store.senders, id),
    publishedSpinnersOf: async (organizationId, id) =>
      [...store.spinners.values()]
        .filter((spinner) => spinner.organizationId === organizationId && spinner.publishedVersion !== null)
        .filter(({ id: spinnerId, publishedVersion }) =>
          store.versions.get(versionSlot(spinnerId, publishedVersion ?? 0))?.steps.some(names(id)),
        )
        .map(({ name }) => name),
  }
}

function names(senderId: string): (step: Step) => boolean {
  return (step) => step.type === 'email' && (step.senders?.includes(senderId) ?? false)
}

function connectStates(store: MemoryStore, writes: Writes): ConnectStateStore {
  return {
    add: async (state) => writes.put(store.connectStates, state.digest, { ...state, used: false }),
    take: async (digest, sessionId, at) => {
      const kept = store.connectStates.get(digest)
      if (kept === undefined) return 'unknown'
      if (kept.sessionId !== sessionId) return 'otherSession'
      if (kept.used) return 'used'
      if (kept.expiresAt <= at) return 'expired'
      writes.put(store.connectStates, digest, { ...kept, used: true })
      return without(kept, 'used')
    },
  }
}
