import type { Scope } from '../../../domain/account/api-keys/scope.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { AuditAction } from '../../../domain/account/audit/audit-action.ts'
import type { AuditFacts } from '../../../domain/account/audit/facts.ts'
import type { AuditSubject } from '../../../domain/account/audit/subject.ts'
import type { ArrivalReason } from '../../../domain/arrival/arrival.ts'
import type { Mapping } from '../../../domain/arrival/mapping/mapping.ts'
import type { Path } from '../../../domain/arrival/mapping/path.ts'
import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import type { AttemptCode } from '../../../domain/event/destination/attempt.ts'
import type { Selection } from '../../../domain/event/destination/destination.ts'
import type { EventBatch } from '../../../domain/event/event.ts'
import type { PeopleView } from '../../../domain/person/list/people-view.ts'
import type { Evidence, ReasonCode } from '../../../domain/reason.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { DomainFinding } from '../../../domain/sender/domain-findings.ts'
import type { FailingMail } from '../../../domain/sender/inbound/failing-mail.ts'
import type { MailboxCursor, MailboxFault } from '../../../domain/sender/inbound/mailbox.ts'
import type { Sender, SenderFault } from '../../../domain/sender/sender.ts'
import type { Audience } from '../../../domain/spinner/audience.ts'
import type { ReplyRule, SpinnerExit } from '../../../domain/spinner/exit.ts'
import type { Goal } from '../../../domain/spinner/goal.ts'
import type { SegmentExclusion } from '../../../domain/spinner/segment/exclusion.ts'
import type { SendWindow } from '../../../domain/spinner/send-window.ts'
import type { SpinnerPace } from '../../../domain/spinner/spinner-pace.ts'
import type { Starts } from '../../../domain/spinner/starts.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { MessageChannel } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { TemplateSettings } from '../../../domain/spinner/template/spinner-template.ts'
import type { TriggerData, TriggerField } from '../../../domain/spinner/trigger-data.ts'
import type { Where } from '../../../domain/spinner/where/where.ts'
import type { Column, MissingColumns } from '../../../domain/table/data-table.ts'
import type { Match } from '../../../domain/table/match.ts'
import type { View } from '../../../domain/table/search/view.ts'
import type { TableSignature } from '../../../domain/table/signature.ts'
import type { AdvanceFault } from '../../../domain/test-mode/test-clock.ts'
import type { Inbound, TestRules } from '../../../domain/test-mode/test-rules.ts'
import type { StoredSteps } from './sealed-steps.ts'
import type { StoredRehearsalResult } from './stored-rehearsal-result.ts'
import type { Tables } from './tables.ts'

/**
 * A type that compiles only if each table and column exists, and each type in it consists of values that the
 * column can have.
 */
type Checked<
  Types extends {
    [Table in keyof Types]: Table extends keyof Tables
      ? {
          [Name in keyof Types[Table]]: Name extends keyof Tables[Table]
            ? NonNullable<Tables[Table][Name]>
            : never
        }
      : never
  },
> = Types

interface VersionedColumns {
  readonly audience: Audience
  readonly exclude: SegmentExclusion
  readonly exits: readonly SpinnerExit[]
  readonly goal: Goal
  readonly pace: SpinnerPace
  readonly reply: ReplyRule
  readonly send_window: SendWindow
  readonly starts: Starts
  readonly steps: StoredSteps
  readonly trigger_data: readonly TriggerField[]
}

interface DataTableColumns {
  readonly columns: readonly Column[]
  readonly match: Match
  readonly missing_columns: MissingColumns
  readonly signature: TableSignature
}

/**
 * The types of columns that the schema cannot express: JSON values, and texts whose values no check
 * constraint lists. A column that may be null stays so.
 */
export type ColumnTypes = Checked<{
  api_keys: { readonly scopes: readonly Scope[] }
  arrivals: { readonly reasons: readonly ArrivalReason[]; readonly records_root: Path }
  audit_events: {
    readonly action: AuditAction
    readonly actor: Actor
    readonly after: AuditFacts
    readonly before: AuditFacts
    readonly subject: AuditSubject
  }
  bin_entries: { readonly deleted_by: BinEntry['deletedBy'] }
  data_tables: DataTableColumns
  deleted_records: { readonly data: DataRecord }
  message_results: { readonly channel: MessageChannel }
  destination_attempts: { readonly code: AttemptCode; readonly selection: Selection }
  destination_retries: { readonly selection: Selection }
  destinations: { readonly types: Selection['types'] }
  event_subscriptions: { readonly type: EventBatch['type'] }
  events: {
    readonly data: EventBatch['data']
    readonly each: NonNullable<EventBatch['each']>
    readonly object_type: EventBatch['objectType']
    readonly type: EventBatch['type']
  }
  jobs: { readonly data: TriggerData; readonly exclude: SegmentExclusion }
  mailboxes: {
    readonly cursor: MailboxCursor
    readonly failing_mails: readonly FailingMail[]
    readonly fault: MailboxFault
  }
  mappings: { readonly definition: Omit<Mapping, 'name'> }
  recipients: { readonly evidence: Evidence; readonly reason: ReasonCode }
  records: { readonly data: DataRecord }
  rehearsals: { readonly result: StoredRehearsalResult }
  segments: { readonly condition: Where }
  sender_breakers: { readonly fault: SenderFault }
  sender_budgets: { readonly cooldown_code: ReasonCode }
  sender_domains: { readonly findings: readonly DomainFinding[] }
  senders: {
    readonly ramp: NonNullable<Sender['ramp']>
    readonly settings: Sender['settings']
    readonly status_reason: SenderFault
  }
  spinner_templates: { readonly settings: TemplateSettings; readonly steps: readonly Step[] }
  spinner_versions: VersionedColumns
  spinners: VersionedColumns
  stored_data_tables: DataTableColumns
  stored_spinners: VersionedColumns
  test_answers: { readonly answer: Inbound }
  test_clocks: { readonly error: AdvanceFault; readonly rules: Partial<TestRules> }
  /** Views that were saved before the layout of columns existed have no `layout`. */
  views: {
    readonly definition:
      | (Pick<View, 'q' | 'where' | 'sort'> & Partial<Pick<View, 'layout'>>)
      | Pick<PeopleView, 'filter' | 'columns'>
  }
}>
