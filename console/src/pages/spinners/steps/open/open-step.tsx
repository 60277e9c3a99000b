import { ActionIcon, Box, Group, Menu, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { ArrowDown, ArrowUp, Copy, CornerDownRight, LayoutTemplate, Save, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { isApple } from '../../../../components/keys/is-apple.ts'
import { RowMenu } from '../../../../components/table/row-menu.tsx'
import { wordsOfTemplate } from '../../../../components/template/parts-of-template.ts'
import { t } from '../../../../languages/text.ts'
import type { Draft } from '../../draft/draft.ts'
import { useDraftPart } from '../../draft/use-draft.ts'
import { InsertTemplate } from '../../templates/insert-template.tsx'
import { SaveTemplate } from '../../templates/save-template.tsx'
import { stepsWithPlaces } from '../branches.ts'
import type { StepActions } from '../canvas/step-actions.ts'
import { StepFields } from '../fields/step-fields.tsx'
import quiet from '../quiet-button.module.css'
import { draftOf, type StepDraft, stepOf } from '../step-draft.ts'
import { listPositionOf, moveTargetsOf } from '../step-tree.ts'
import { typeOf } from '../types/step-types.ts'

const noFaults: ReadonlyMap<string, string> = new Map()

/** The open step of a spinner: its name, the actions on it and its fields. */
export function OpenStep({
  draft,
  openKey,
  columns,
  dataTableId,
  faults = noFaults,
  actions,
}: {
  draft: Draft
  openKey: string
  columns: readonly string[]
  dataTableId: string
  faults: ReadonlyMap<string, string> | undefined
  actions: StepActions
}) {
  const steps = useDraftPart(draft, ({ edited }) => edited.steps)
  const placed = stepsWithPlaces(steps)
  const open = placed.find(({ step }) => step.key === openKey)
  const home = listPositionOf(steps, openKey)
  if (open === undefined || home === null) return null
  const { step, path } = open
  return (
    <Paper
      withBorder
      component="section"
      aria-label={t('Step {path}: {label}', { path, label: typeOf(step).label })}
    >
      <OpenStepHead
        draft={draft}
        openKey={openKey}
        type={step.type}
        path={path}
        at={home.at}
        among={home.siblings.length}
        isOnly={placed.length === 1}
        actions={actions}
      />
      <Box data-fields p={{ base: 'sm', xs: 'md' }} pt={{ base: 0, xs: 0 }}>
        <StepFields
          key={openKey}
          step={step}
          columns={columns}
          dataTableId={dataTableId}
          faults={faults}
          onChange={actions.replace}
        />
      </Box>
    </Paper>
  )
}

interface HeadProps {
  readonly draft: Draft
  readonly openKey: string
  readonly type: StepDraft['type']
  readonly path: string
  /** The position of the step in its list of steps, counted from 0, and the length of the list. */
  readonly at: number
  readonly among: number
  /** Whether the spinner has no other step. */
  readonly isOnly: boolean
  readonly actions: StepActions
}

/** The number and the type of the open step, and the actions on it. */
const OpenStepHead = memo(function OpenStepHead(props: HeadProps) {
  const { openKey, type, path, at, among, actions } = props
  const { label, icon: Icon, color } = typeOf({ type })
  const [dialog, setDialog] = useState<TemplateAction | null>(null)
  const name = t('step {path}', { path })
  const alt = isApple ? '⌥' : 'Alt+'
  return (
    <Group wrap="nowrap" gap="sm" p={{ base: 'sm', xs: 'md' }} pb={{ base: 'xs', xs: 'xs' }}>
      <ThemeIcon variant="light" color={color} size="lg" aria-hidden>
        <Icon size={18} />
      </ThemeIcon>
      <Title order={3} size="h4" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {path}. {label}
      </Title>
      <Group wrap="nowrap" gap={0}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={quiet['quiet']}
          data-move="up"
          aria-label={t('Move {name} up', { name })}
          title={t('Move up ({alt}↑)', { alt })}
          disabled={at === 0}
          onClick={() => actions.move(openKey, at - 1)}
        >
          <ArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={quiet['quiet']}
          data-move="down"
          aria-label={t('Move {name} down', { name })}
          title={t('Move down ({alt}↓)', { alt })}
          disabled={at === among - 1}
          onClick={() => actions.move(openKey, at + 1)}
        >
          <ArrowDown size={16} aria-hidden />
        </ActionIcon>
        <RowMenu key={openKey} label={t('More actions for {name}', { name })} width={240}>
          <StepMenu {...props} onTemplate={setDialog} />
        </RowMenu>
      </Group>
      {dialog !== null && <TemplateDialog {...props} action={dialog} onClose={() => setDialog(null)} />}
    </Group>
  )
})

/** An action with a template on the open step. */
type TemplateAction = 'save' | 'insert'

/** The dialog that saves the open step as a template, or inserts the content of a template. */
function TemplateDialog({
  draft,
  openKey,
  actions,
  action,
  onClose,
}: HeadProps & { action: TemplateAction; onClose: () => void }) {
  const { edited, stored } = draft.state()
  const step = stepsWithPlaces(edited.steps).find((placed) => placed.step.key === openKey)?.step
  if (step === undefined) return null
  const { withTemplate, summaryOf } = typeOf(step)
  if (action === 'save')
    return (
      <SaveTemplate
        draft={draft}
        stepKey={openKey}
        name={wordsOfTemplate(summaryOf(stepOf(step)))}
        onClose={onClose}
      />
    )
  return (
    <InsertTemplate
      dataTableId={stored.spinner.dataTableId}
      onInsert={(template) => {
        if (withTemplate !== undefined)
          actions.replace({ ...withTemplate(step, draftOf(template)), key: openKey } as StepDraft)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** The items of the menu of the open step. */
function StepMenu({
  draft,
  openKey,
  type,
  isOnly,
  actions,
  onTemplate,
}: HeadProps & { onTemplate: (action: TemplateAction) => void }) {
  const targets = moveTargetsOf(draft.state().edited.steps, openKey)
  return (
    <>
      <Menu.Item
        leftSection={<Copy size={16} aria-hidden />}
        rightSection={<Key>{isApple ? '⌘D' : 'Ctrl D'}</Key>}
        onClick={() => actions.duplicate(openKey)}
      >
        {t('Duplicate')}
      </Menu.Item>
      {typeOf({ type }).withTemplate !== undefined && (
        <>
          <Menu.Item
            leftSection={<LayoutTemplate size={16} aria-hidden />}
            onClick={() => onTemplate('insert')}
          >
            {t('Insert from template')}
          </Menu.Item>
          <Menu.Item leftSection={<Save size={16} aria-hidden />} onClick={() => onTemplate('save')}>
            {t('Save as template')}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<Trash2 size={16} aria-hidden />}
        rightSection={<Key>{isApple ? '⌫' : t('Del')}</Key>}
        disabled={isOnly}
        onClick={() => actions.remove(openKey)}
      >
        {isOnly ? t('The only step cannot be removed') : t('Remove')}
      </Menu.Item>
      {targets.length > 0 && <Menu.Label>{t('Move step to the end of the spinner or a branch')}</Menu.Label>}
      {targets.map((target) => (
        <Menu.Item
          key={`${target.list?.step} ${target.list?.branch}`}
          leftSection={<CornerDownRight size={16} aria-hidden />}
          onClick={() => actions.moveTo(openKey, target)}
        >
          {target.path ?? t('The spinner')}
        </Menu.Item>
      ))}
    </>
  )
}

/** The key of an action in a menu, which screen readers skip. */
function Key({ children }: { children: string }) {
  return (
    <Text span size="xs" c="dimmed" aria-hidden>
      {children}
    </Text>
  )
}
