import { acknowledgedRecords } from './acknowledged-records.ts'
import { changesTakeEffect } from './changes-take-effect.ts'
import { dataOfTriggers } from './data-of-triggers.ts'
import { answersEndFailures } from './destinations/answers-end-failures.ts'
import { eventsArrive, noEventWaits } from './destinations/events-arrive.ts'
import { eventsInOrder } from './destinations/events-in-order.ts'
import { eventsNotRepeated } from './destinations/events-not-repeated.ts'
import { eventsWithinReach } from './destinations/events-within-reach.ts'
import { typesSubscribed } from './destinations/types-subscribed.ts'
import { waitsKept } from './destinations/waits-kept.ts'
import { erasedEverywhere } from './erased-everywhere.ts'
import { eventsEqualOutcomes } from './events-equal-outcomes.ts'
import { goalsReached } from './figures/goals-reached.ts'
import { listsEqualRows } from './figures/lists-equal-rows.ts'
import { resultsEqualMails } from './figures/results-equal-mails.ts'
import { figuresEqualRows } from './figures-equal-rows.ts'
import { activePerDomain } from './limits/active-per-domain.ts'
import { contactPolicy } from './limits/contact-policy.ts'
import { exclusiveSpinners } from './limits/exclusive-spinners.ts'
import { outdatedWaitsFinished } from './limits/outdated-waits-finished.ts'
import { paceWaitsEnd } from './limits/pace-waits-end.ts'
import { policyWaitsEnd } from './limits/policy-waits-end.ts'
import { poolsWaitEnds } from './limits/pools-wait-ends.ts'
import { sendWindows } from './limits/send-windows.ts'
import { senderCooldowns } from './limits/sender-cooldowns.ts'
import { senderLimits } from './limits/sender-limits.ts'
import { senderPools } from './limits/sender-pools.ts'
import { senderWaitsEnd } from './limits/sender-waits-end.ts'
import { spinnerPace } from './limits/spinner-pace.ts'
import { waitsInPresentZone } from './limits/waits-in-present-zone.ts'
import { withheldForACause } from './limits/withheld-for-a-cause.ts'
import { addressesOfColumns } from './mail/addresses-of-columns.ts'
import { earlyReactionsLogged } from './mail/early-reactions-logged.ts'
import { holdsLast } from './mail/holds-last.ts'
import { mailsAreRead } from './mail/mails-are-read.ts'
import { messagesAreLogged } from './mail/messages-are-logged.ts'
import { pausesGrow } from './mail/pauses-grow.ts'
import { refusedForADay } from './mail/refused-for-a-day.ts'
import { stopsHaveCauses } from './mail/stops-have-causes.ts'
import { bodiesStay, othersStayOut } from './mapping/mapped-leads.ts'
import { metersEqualCount } from './meters-equal-count.ts'
import { noDeliveryLost } from './no-delivery-lost.ts'
import { noMessageTwice } from './no-message-twice.ts'
import { nothingInNoSendPeriods } from './nothing-in-no-send-periods.ts'
import { onlyLaterRecords } from './only-later-records.ts'
import { eventsFollowCauses } from './organization/events-follow-causes.ts'
import { eventsReadOnce } from './organization/events-read-once.ts'
import { exportsComplete } from './organization/exports-complete.ts'
import { keyedOnce } from './organization/keyed-once.ts'
import { keysObeyed } from './organization/keys-obeyed.ts'
import { noEditLost } from './organization/no-edit-lost.ts'
import { nothingCrosses } from './organization/nothing-crosses.ts'
import { rolesObeyed } from './organization/roles-obeyed.ts'
import { withinPlan } from './organization/within-plan.ts'
import { actsTakeEffect } from './path/acts-take-effect.ts'
import { decisionsAreRight } from './path/decisions.ts'
import { pathsContinue } from './path/paths-continue.ts'
import { segmentRulesHold } from './path/segment-rules.ts'
import { waitsLast } from './path/waits-last.ts'
import type { Promised } from './promise.ts'
import { recipientsContinue } from './recipients-continue.ts'
import { cellsAsWritten } from './records/cells-as-written.ts'
import { deletedRecordsKept } from './records/deleted-records-kept.ts'
import { exactAudiences } from './records/exact-audiences.ts'
import { nothingOfErased } from './records/nothing-of-erased.ts'
import { oneOfEachPerson } from './records/one-of-each-person.ts'
import { readingsComplete } from './records/readings-complete.ts'
import { returnedIfUnsent } from './records/returned-if-unsent.ts'
import { startsOnce } from './records/starts-once.ts'
import { thingsInBin } from './records/things-in-bin.ts'
import { repliesStopEverywhere } from './replies-stop-everywhere.ts'
import { segmentAudiences } from './segments/segment-audiences.ts'
import { segmentEntries } from './segments/segment-entries.ts'
import { usedSegmentsStored } from './segments/used-segments-stored.ts'
import { testMeters } from './test-mode/test-meters.ts'

/** All promises of the service that the simulation checks in its runs. A new promise is added here. */
export const promises: readonly Promised[] = [
  noMessageTwice,
  actsTakeEffect,
  addressesOfColumns,
  nothingInNoSendPeriods,
  nothingCrosses,
  repliesStopEverywhere,
  stopsHaveCauses,
  holdsLast,
  acknowledgedRecords,
  noDeliveryLost,
  bodiesStay,
  othersStayOut,
  changesTakeEffect,
  dataOfTriggers,
  onlyLaterRecords,
  mailsAreRead,
  earlyReactionsLogged,
  messagesAreLogged,
  refusedForADay,
  pausesGrow,
  metersEqualCount,
  withinPlan,
  keysObeyed,
  keyedOnce,
  eventsReadOnce,
  eventsFollowCauses,
  noEditLost,
  rolesObeyed,
  testMeters,
  recipientsContinue,
  decisionsAreRight,
  pathsContinue,
  waitsLast,
  figuresEqualRows,
  eventsEqualOutcomes,
  eventsArrive,
  noEventWaits,
  eventsWithinReach,
  eventsInOrder,
  eventsNotRepeated,
  answersEndFailures,
  waitsKept,
  typesSubscribed,
  listsEqualRows,
  resultsEqualMails,
  goalsReached,
  cellsAsWritten,
  deletedRecordsKept,
  thingsInBin,
  oneOfEachPerson,
  readingsComplete,
  exportsComplete,
  exactAudiences,
  segmentRulesHold,
  segmentAudiences,
  segmentEntries,
  usedSegmentsStored,
  returnedIfUnsent,
  startsOnce,
  contactPolicy,
  withheldForACause,
  activePerDomain,
  exclusiveSpinners,
  senderLimits,
  senderWaitsEnd,
  senderCooldowns,
  senderPools,
  poolsWaitEnds,
  outdatedWaitsFinished,
  policyWaitsEnd,
  spinnerPace,
  paceWaitsEnd,
  sendWindows,
  waitsInPresentZone,
  erasedEverywhere,
  nothingOfErased,
]
