import { Accordion, Box, Paper, Space, Text, Title } from '@mantine/core'
import { type ComponentProps, memo, type ReactNode } from 'react'
import { useMay } from '../../../api/account/session.ts'
import type { Spinner } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { AudienceChoice, wordsOfAudience } from '../audience-choice.tsx'
import { ContactChoice, wordsOfContact } from '../contact-choice.tsx'
import type { Draft } from '../draft/draft.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { ExitChoice, wordsOfExits } from '../exit-choice.tsx'
import { GoalChoice } from '../goal-choice.tsx'
import { goalFault, goalWords } from '../goal-words.ts'
import { AutomaticStarts } from '../live/automatic-starts.tsx'
import { Limits, usePersonLimits } from '../live/limits.tsx'
import { StartsChoice } from '../live/starts-choice.tsx'
import { startsFault, startsWords } from '../live/starts-words.ts'
import { TriggerDataChoice, triggerDataFault, triggerDataWords } from '../live/trigger-data.tsx'
import { PaceChoice, paceFault, paceWords } from '../pace-choice.tsx'
import { ExclusionChoice, exclusionWords } from '../segments-choice.tsx'
import { useConditionNames } from '../steps/where/condition-names.ts'
import { WindowChoice, windowFault, windowWords } from '../window-choice.tsx'
import { ConnectSpinner } from './connect-spinner.tsx'
import classes from './spinner-editor.module.css'

/** The settings of a spinner below its steps. Each is one line that says its value and opens to change it. */
export const SpinnerSettings = memo(function SpinnerSettings({
  draft,
  columns,
}: {
  draft: Draft
  /** The columns that the spinner may use. */
  columns: readonly string[]
}) {
  const edited = useSettings(draft)
  const spinner = useDraftPart(draft, ({ stored }) => stored.spinner)
  return (
    <Paper withBorder className={classes['settings']} component="section" aria-labelledby="settings">
      <SettingsHead spinner={spinner} />
      <Accordion multiple order={3} chevronIconSize={18}>
        <RecordsSetting
          dataTableId={spinner.dataTableId}
          audience={edited.audience}
          exclude={edited.exclude}
          starts={edited.starts}
          onChange={(changes) => draft.edit(changes)}
        />
        <Setting name={t('Repeated messages to one person')} words={wordsOfContact(edited)}>
          <ContactChoice
            contact={edited.contact}
            isExclusive={edited.isExclusive}
            onChange={(changes) => draft.edit(changes)}
          />
        </Setting>
        <Setting name={t('Events that stop messages to a recipient')} words={wordsOfExits(edited)}>
          <ExitChoice
            exits={edited.exits}
            reply={edited.reply}
            isOfSegment={typeof edited.audience !== 'string'}
            hasGoalOfRecord={edited.goal !== null && !('event' in edited.goal)}
            dataTableId={spinner.dataTableId}
            onChange={(changes) => draft.edit(changes)}
          />
        </Setting>
        <Setting name={t('Start')} words={startsWords(edited.starts)} fault={startsFault(edited.starts)}>
          <StartsChoice
            dataTableId={spinner.dataTableId}
            starts={edited.starts}
            onChange={(starts) => draft.edit({ starts })}
          />
        </Setting>
        <Setting
          name={t('Trigger data')}
          words={triggerDataWords(edited.triggerData)}
          fault={triggerDataFault(edited.triggerData)}
        >
          <TriggerDataChoice
            fields={edited.triggerData}
            onChange={(triggerData) => draft.edit({ triggerData })}
          />
        </Setting>
        <GoalSetting
          dataTableId={spinner.dataTableId}
          columns={columns}
          goal={edited.goal}
          onChange={(goal) => draft.edit({ goal })}
        />
        <Setting
          name={t('Sending hours')}
          words={windowWords(edited.sendWindow)}
          fault={windowFault(edited.sendWindow)}
        >
          <WindowChoice value={edited.sendWindow} onChange={(sendWindow) => draft.edit({ sendWindow })} />
        </Setting>
        <Setting name={t('Pace')} words={paceWords(edited.pace)} fault={paceFault(edited.pace)}>
          <PaceChoice pace={edited.pace} onChange={(pace) => draft.edit({ pace })} />
        </Setting>
        <LimitsSetting />
        <Setting name={t('Connect')} words={t('Start the spinner from a CRM or a program')} hasFields={false}>
          <ConnectSpinner spinner={spinner} />
        </Setting>
      </Accordion>
    </Paper>
  )
})

type RecordChoices = Pick<Spinner, 'audience' | 'exclude'>

/** The setting of the records that each job takes, and of those that it leaves out. */
function RecordsSetting({
  dataTableId,
  audience,
  exclude,
  starts,
  onChange,
}: RecordChoices &
  Pick<Spinner, 'starts'> & { dataTableId: string; onChange: (changes: Partial<RecordChoices>) => void }) {
  const words = [wordsOfAudience({ audience, starts }).label, exclusionWords(exclude)].filter(
    (part) => part !== null,
  )
  return (
    <Setting name={t('Records')} words={words.join(', ')}>
      <AudienceChoice
        dataTableId={dataTableId}
        value={audience}
        starts={starts}
        onChange={(chosen) => onChange({ audience: chosen })}
      />
      <Space h="md" />
      <ExclusionChoice
        dataTableId={dataTableId}
        exclude={exclude}
        mayCreate
        onChange={(chosen) => onChange({ exclude: chosen })}
      />
    </Setting>
  )
}

function GoalSetting(props: ComponentProps<typeof GoalChoice>) {
  const names = useConditionNames(props.dataTableId, props.goal)
  return (
    <Setting name={t('Goal')} words={goalWords(props.goal, names)} fault={goalFault(props.goal)}>
      <GoalChoice {...props} />
    </Setting>
  )
}

function LimitsSetting() {
  const limits = usePersonLimits()
  return (
    <Setting
      name={t('Limits')}
      words={limits === undefined ? '…' : t('Messages to one person: {limits}', { limits })}
      hasFields={false}
    >
      <Limits />
    </Setting>
  )
}

/** Returns the edited settings of a spinner, without its name and steps. */
function useSettings(draft: Draft) {
  return {
    audience: useDraftPart(draft, ({ edited }) => edited.audience),
    exclude: useDraftPart(draft, ({ edited }) => edited.exclude),
    contact: useDraftPart(draft, ({ edited }) => edited.contact),
    isExclusive: useDraftPart(draft, ({ edited }) => edited.isExclusive),
    exits: useDraftPart(draft, ({ edited }) => edited.exits),
    reply: useDraftPart(draft, ({ edited }) => edited.reply),
    starts: useDraftPart(draft, ({ edited }) => edited.starts),
    triggerData: useDraftPart(draft, ({ edited }) => edited.triggerData),
    goal: useDraftPart(draft, ({ edited }) => edited.goal),
    sendWindow: useDraftPart(draft, ({ edited }) => edited.sendWindow),
    pace: useDraftPart(draft, ({ edited }) => edited.pace),
  }
}

/**
 * One setting: a line with its name and its value, or its fault, above the fields that change it. Viewers see the
 * fields disabled.
 */
function Setting({
  name,
  words,
  fault = null,
  hasFields = true,
  children,
}: {
  name: string
  words: string
  fault?: string | null
  /** Whether the panel contains fields. A panel that only explains stays enabled for viewers. */
  hasFields?: boolean
  children: ReactNode
}) {
  const mayEdit = useMay('editor')
  return (
    // Takes no spaces into the ids of the elements, because ARIA attributes would read them as several ids.
    <Accordion.Item value={name.replaceAll(/\s/g, '-')}>
      <Accordion.Control>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" truncate c={fault === null ? 'dimmed' : 'var(--mantine-color-error)'}>
          {fault ?? words}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        {hasFields ? (
          <Box component="fieldset" disabled={!mayEdit} m={0} p={0} bd={0} miw={0}>
            {children}
          </Box>
        ) : (
          children
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

function SettingsHead({ spinner }: { spinner: Spinner }) {
  return (
    <div className={classes['settings-head']}>
      <Title order={2} size="h4" id="settings">
        {t('Settings')}
      </Title>
      <Text size="sm" c="dimmed" mt={2}>
        {t('Settings take effect when you publish the spinner.')}
      </Text>
      <AutomaticStarts spinner={spinner} />
    </div>
  )
}
