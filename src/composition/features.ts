import type { Feature } from './feature.ts'
import { account } from './features/account.ts'
import { arrival } from './features/arrival.ts'
import { cell } from './features/cell.ts'
import { event } from './features/event.ts'
import { job } from './features/job.ts'
import { conversation } from './features/mail/conversation.ts'
import { reply } from './features/mail/reply.ts'
import { mapping } from './features/mapping.ts'
import { person } from './features/person.ts'
import { plan } from './features/plan.ts'
import { rehearsal } from './features/rehearsal.ts'
import { restore } from './features/restore.ts'
import { sender } from './features/sender.ts'
import { spinner } from './features/spinner.ts'
import { table } from './features/table.ts'
import { testMode } from './features/test-mode.ts'

/** All features of the product, in the order of the API documentation. */
export const features: readonly Feature[] = [
  account,
  plan,
  table,
  arrival,
  mapping,
  spinner,
  person,
  job,
  restore,
  rehearsal,
  sender,
  reply,
  conversation,
  event,
  testMode,
  cell,
]
