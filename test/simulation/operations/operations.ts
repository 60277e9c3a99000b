import { byAnotherOrganization } from './account/by-another-organization.ts'
import { changePlan } from './account/change-plan.ts'
import { changeTimeZone } from './account/change-time-zone.ts'
import { closeOrganization } from './account/close-organization.ts'
import { editByRevision } from './account/edit-by-revision.ts'
import { inAnotherOrganization } from './account/in-another-organization.ts'
import { limitIsReached } from './account/limit-is-reached.ts'
import { importFile } from './arrival/import.ts'
import { ingest } from './arrival/ingest.ts'
import { deletePermanently } from './bin/delete-permanently.ts'
import { deleteSpinner } from './bin/delete-spinner.ts'
import { deleteTable } from './bin/delete-table.ts'
import { restoreRecords } from './bin/restore-records.ts'
import { restoreThing } from './bin/restore-thing.ts'
import { restoreWritten } from './bin/restore-written.ts'
import { admit } from './delivery/admit.ts'
import { changeColumns as changeColumnsOfDeliveryTable } from './delivery/change-columns.ts'
import { deliver } from './delivery/deliver.ts'
import { deliverOverDays } from './delivery/deliver-over-days.ts'
import { hostileBodies } from './delivery/hostile-bodies.ts'
import { makeDeliveryTable } from './delivery/make-delivery-table.ts'
import { changeDestination, rotateDestinationSecret } from './destination/change-destination.ts'
import { createDestination } from './destination/create-destination.ts'
import { deliverEvents } from './destination/deliver-events.ts'
import { eventsDuringDelivery } from './destination/events-during-delivery.ts'
import { pauseDestination, resumeDestination } from './destination/pause-destination.ts'
import { receiverFails } from './destination/receiver-fails.ts'
import { removeDestination } from './destination/remove-destination.ts'
import { repeatRefused } from './destination/repeat-refused.ts'
import { repeatAttempt, replayEvents } from './destination/send-again.ts'
import { readEvents } from './event/read-events.ts'
import { actOnMany, actOnRecipient } from './job/act-on-recipient.ts'
import { cancelAndStart } from './job/cancel-and-start.ts'
import { cancelJob } from './job/cancel-job.ts'
import { eventsDuringWork } from './job/events-during-work.ts'
import { failAndRetry } from './job/fail-and-retry.ts'
import { pauseJob, resumeJob } from './job/pause-job.ts'
import { rehearse } from './job/rehearse.ts'
import { retry } from './job/retry.ts'
import { trigger } from './job/trigger.ts'
import { burst } from './key/burst.ts'
import { createKey } from './key/create-key.ts'
import { revokeKey, rotateKey } from './key/end-key.ts'
import { useKey } from './key/use-key.ts'
import { mailArrives } from './mail/mail-arrives.ts'
import { messageInDoubt } from './mail/message-in-doubt.ts'
import { reactionBeforeOutcome } from './mail/reaction-before-outcome.ts'
import { addedAfterAnswer } from './mapping/added-after-answer.ts'
import { otherFormats } from './mapping/other-formats.ts'
import type { Operation } from './operation.ts'
import { pacedOverDays } from './pace/paced-over-days.ts'
import { setPace } from './pace/set-pace.ts'
import { changePolicy } from './person/contact-policy.ts'
import { erase } from './person/erase.ts'
import { erasedReturns } from './person/erased-returns.ts'
import { explain } from './person/explain.ts'
import { listPeople } from './person/list-people.ts'
import { react } from './person/react.ts'
import { reactElsewhere } from './person/react-elsewhere.ts'
import { lift, suppress } from './person/suppress.ts'
import { liftDomain, suppressDomain } from './person/suppress-domain.ts'
import { suppressionsMeet } from './person/suppressions-meet.ts'
import { twoAddresses } from './person/two-addresses.ts'
import { addRecord } from './record/add-record.ts'
import { deleteRecords } from './record/delete-records.ts'
import { editRecord } from './record/edit-record.ts'
import { editRecords } from './record/edit-records.ts'
import { recordsAreRead } from './record/records-are-read.ts'
import { malformedRequests } from './request/malformed-requests.ts'
import { readManagement } from './request/read-management.ts'
import { sendKeyedAgain } from './request/send-keyed-again.ts'
import { changeClock } from './run/change-clock.ts'
import { crash } from './run/crash.ts'
import { duringAPause } from './run/during-a-pause.ts'
import { elapse } from './run/elapse.ts'
import { failover } from './run/failover.ts'
import { restoreOldBackup } from './run/restore-old-backup.ts'
import { twoAtOnce } from './run/two-at-once.ts'
import { work } from './run/work.ts'
import { changeSegment } from './segment/change-segment.ts'
import { createSegment } from './segment/create-segment.ts'
import { deleteSegment } from './segment/delete-segment.ts'
import { recordsEnterSegment } from './segment/records-enter-segment.ts'
import { recordsReachGoal } from './segment/records-reach-goal.ts'
import { restrictToSegments } from './segment/restrict-to-segments.ts'
import { segmentAgrees } from './segment/segment-agrees.ts'
import { segmentChangesWhileTaken } from './segment/segment-changes-while-taken.ts'
import { triggerSegment } from './segment/trigger-segment.ts'
import { writeToSegment } from './segment/write-to-segment.ts'
import { changeLimits } from './sender/change-limits.ts'
import { changePools } from './sender/change-pools.ts'
import { connectSender } from './sender/connect-sender.ts'
import { disconnectSender } from './sender/disconnect-sender.ts'
import { pauseSender, resumeSender } from './sender/pause-sender.ts'
import { senderAtItsLimit } from './sender/sender-at-its-limit.ts'
import { sendersOfStepsChange } from './sender/senders-of-steps-change.ts'
import { duplicateSpinner } from './spinner/duplicate-spinner.ts'
import { makeSpinner } from './spinner/make-spinner.ts'
import { pauseSpinner, resumeSpinner } from './spinner/pause-spinner.ts'
import { publish } from './spinner/publish.ts'
import { restoreVersion } from './spinner/restore-version.ts'
import { setGoal } from './spinner/set-goal.ts'
import { useTemplate } from './spinner/use-template.ts'
import { changeStarts } from './start/change-starts.ts'
import { requireData } from './start/require-data.ts'
import { startOnEntries } from './start/start-on-entries.ts'
import { startsByItself } from './start/starts-by-itself.ts'
import { changeColumns } from './table/change-columns.ts'
import { changesOfTableMeet } from './table/changes-of-table-meet.ts'
import { makeTable } from './table/make-table.ts'
import { matchColumns } from './table/match-columns.ts'
import { workInATeam } from './team/work-in-a-team.ts'
import { advanceTestClock, resetTestMode } from './test-mode/move-test-clock.ts'
import { testSpinner } from './test-mode/test-spinner.ts'
import { useTestMode } from './test-mode/use-test-mode.ts'
import { awaitRecord } from './wait/await-record.ts'

/**
 * The operations of the simulator by feature. A new operation must be added here. A seed may be about few features, so
 * operations that depend on each other stand together.
 */
export const operationsByFeature: Readonly<Record<string, readonly Operation[]>> = {
  arrivals: [ingest, importFile, makeTable, changeColumns, matchColumns, changesOfTableMeet],
  deliveries: [
    makeDeliveryTable,
    deliver,
    deliverOverDays,
    hostileBodies,
    changeColumnsOfDeliveryTable,
    admit,
    otherFormats,
    addedAfterAnswer,
  ],
  records: [
    addRecord,
    editRecord,
    editRecords,
    deleteRecords,
    restoreRecords,
    restoreWritten,
    recordsAreRead,
    erase,
    erasedReturns,
  ],
  bin: [deleteSpinner, deleteTable, restoreThing, deletePermanently],
  spinners: [
    makeSpinner,
    duplicateSpinner,
    useTemplate,
    publish,
    restoreVersion,
    pauseSpinner,
    resumeSpinner,
    changeStarts,
    startsByItself,
    requireData,
    awaitRecord,
  ],
  jobs: [
    trigger,
    pauseJob,
    resumeJob,
    cancelJob,
    actOnRecipient,
    actOnMany,
    cancelAndStart,
    eventsDuringWork,
    rehearse,
    retry,
    failAndRetry,
  ],
  paces: [setPace, pacedOverDays],
  segments: [
    createSegment,
    changeSegment,
    deleteSegment,
    writeToSegment,
    restrictToSegments,
    startOnEntries,
    recordsEnterSegment,
    setGoal,
    recordsReachGoal,
    triggerSegment,
    segmentAgrees,
    segmentChangesWhileTaken,
  ],
  people: [
    react,
    reactElsewhere,
    twoAddresses,
    suppress,
    lift,
    suppressDomain,
    liftDomain,
    suppressionsMeet,
    explain,
    listPeople,
    changePolicy,
    changeTimeZone,
  ],
  mail: [mailArrives, reactionBeforeOutcome, messageInDoubt],
  senders: [
    connectSender,
    changeLimits,
    changePools,
    pauseSender,
    resumeSender,
    disconnectSender,
    senderAtItsLimit,
    sendersOfStepsChange,
  ],
  destinations: [
    createDestination,
    changeDestination,
    rotateDestinationSecret,
    pauseDestination,
    resumeDestination,
    removeDestination,
    receiverFails,
    repeatAttempt,
    replayEvents,
    deliverEvents,
    eventsDuringDelivery,
    repeatRefused,
    readEvents,
  ],
  keys: [createKey, rotateKey, revokeKey, useKey, burst],
  account: [
    closeOrganization,
    changePlan,
    limitIsReached,
    editByRevision,
    workInATeam,
    readManagement,
    malformedRequests,
    sendKeyedAgain,
  ],
  organizations: [inAnotherOrganization, byAnotherOrganization],
  testMode: [useTestMode, testSpinner, advanceTestClock, resetTestMode],
  runtime: [work, elapse, crash, twoAtOnce, duringAPause],
  operator: [changeClock, failover, restoreOldBackup],
}

/** All operations from which the simulator draws its runs. */
export const operations: readonly Operation[] = Object.values(operationsByFeature).flat()
