import { acknowledgedRecords } from './acknowledged-records.ts'
import { changesAreHeeded } from './changes-are-heeded.ts'
import { dataOfTriggers } from './data-of-triggers.ts'
import { erasedEverywhere } from './erased-everywhere.ts'
import { everyoneGoesOn } from './everyone-goes-on.ts'
import { listsEqualRows } from './figures/lists-equal-rows.ts'
import { figuresEqualRows } from './figures-equal-rows.ts'
import { activePerDomain } from './limits/active-per-domain.ts'
import { contactPolicy } from './limits/contact-policy.ts'
import { exclusiveSpinners } from './limits/exclusive-spinners.ts'
import { sendWindows } from './limits/send-windows.ts'
import { senderLimits } from './limits/sender-limits.ts'
import { mailsAreHeard } from './mail/mails-are-heard.ts'
import { putOffForADay } from './mail/put-off-for-a-day.ts'
import { metersEqualCount } from './meters-equal-count.ts'
import { noDeliveryLost } from './no-delivery-lost.ts'
import { nobodyTwice } from './nobody-twice.ts'
import { nothingInSilence } from './nothing-in-silence.ts'
import { onlyWhatArrivesLater } from './only-what-arrives-later.ts'
import type { Promised } from './promise.ts'
import { cellsAsWritten } from './records/cells-as-written.ts'
import { exactAudiences } from './records/exact-audiences.ts'
import { oneOfEachPerson } from './records/one-of-each-person.ts'

/** All promises that runs are compared with. A new promise is added here. */
export const promises: readonly Promised[] = [
  nobodyTwice,
  nothingInSilence,
  acknowledgedRecords,
  noDeliveryLost,
  changesAreHeeded,
  dataOfTriggers,
  onlyWhatArrivesLater,
  mailsAreHeard,
  putOffForADay,
  metersEqualCount,
  everyoneGoesOn,
  figuresEqualRows,
  listsEqualRows,
  cellsAsWritten,
  oneOfEachPerson,
  exactAudiences,
  contactPolicy,
  activePerDomain,
  exclusiveSpinners,
  senderLimits,
  sendWindows,
  erasedEverywhere,
]
