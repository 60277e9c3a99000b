import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Badge, Group, Text, ThemeIcon, UnstyledButton } from '@mantine/core'
import { CircleAlert, GripVertical } from 'lucide-react'
import { memo } from 'react'
import type { StepProgress } from '../../../../api/schema.ts'
import { TemplateText } from '../../../../components/template/template-text.tsx'
import { t } from '../../../../languages/text.ts'
import { OutcomeMark } from '../../preview/outcome-mark.tsx'
import { type StepDraft, stepOf } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'
import classes from './canvas.module.css'
import type { CanvasContext } from './canvas-context.ts'

interface NodeProps {
  readonly step: StepDraft
  /** The place of the step in words, as "2 › Yes › 1". */
  readonly path: string
  /** Whether no other step follows this step for the records that reach it. */
  readonly isAtEnd: boolean
  readonly isOpen: boolean
  readonly context: CanvasContext
}

/** One step on the canvas. A click opens the step; the handle moves it in its list. */
export const CanvasNode = memo(function CanvasNode(props: NodeProps) {
  const { step, path, isOpen, context } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: step.key, disabled: context.actions === null })
  const faults = context.faults.get(step.key)?.size ?? 0
  const outcome = context.outcomes.get(step.key)
  return (
    <div
      ref={setNodeRef}
      className={classes['step']}
      data-step={step.key}
      data-open={isOpen || undefined}
      data-faulty={faults > 0 || undefined}
      data-dragging={isDragging || undefined}
      data-unreached={outcome === 'not reached' || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {context.actions !== null && (
        <ActionIcon
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          className={classes['handle']}
          variant="subtle"
          color="gray"
          data-drag
          aria-label={t('Drag step {path}', { path })}
        >
          <GripVertical size={14} aria-hidden />
        </ActionIcon>
      )}
      <UnstyledButton
        className={classes['node'] ?? ''}
        data-node
        aria-current={isOpen ? 'step' : undefined}
        onClick={() => context.open(step.key)}
      >
        <NodeText {...props} faults={faults} />
      </UnstyledButton>
      {outcome !== undefined && <OutcomeMark outcome={outcome} />}
    </div>
  )
})

function NodeText({ step, path, isAtEnd, context, faults }: NodeProps & { faults: number }) {
  const { label, icon: Icon, color, atEnd, branching, summaryOf } = typeOf(step)
  const difference = context.differences.get(step.key)
  const counts = context.counts.get(step.key)
  const passing = branching === null ? context.records.ofSteps.get(step.key)?.[0] : undefined
  return (
    <Group wrap="nowrap" gap="xs" align="flex-start">
      <ThemeIcon variant="light" color={color} size="md" mt={2} aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <div className={classes['text']}>
        <Group gap={6}>
          <Text size="sm" fw={600} data-name>
            {path}. {label}
          </Text>
          {faults > 0 && (
            <Text size="xs" c="var(--mantine-color-error)" fw={500}>
              <CircleAlert size={12} aria-hidden style={{ verticalAlign: -2 }} />{' '}
              {faults === 1 ? t('1 error') : t('{count} errors', { count: faults })}
            </Text>
          )}
          {difference !== undefined && (
            <Badge size="xs" variant="default" tt="none">
              {difference}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {atEnd !== undefined && isAtEnd ? `${atEnd} · ` : ''}
          <TemplateText>{summaryOf(stepOf(step), context.names)}</TemplateText>
        </Text>
        {passing != null && faults === 0 && (
          <Text size="xs" c="dimmed" className="numbers" data-records>
            {t('{passing, plural, one {# record} other {# records}} of the table', { passing })}
          </Text>
        )}
        {counts !== undefined && <Counts counts={counts} />}
      </div>
    </Group>
  )
}

/** The recipients of the latest job at a step. */
function Counts({ counts: { reached, pending, waiting, failed } }: { counts: StepProgress }) {
  const due = pending + waiting
  return (
    <Text size="xs" c="dimmed" className="numbers" data-counts>
      {due > 0
        ? t('{reached, number} reached · {due, number} waiting', { reached, due })
        : t('{reached, number} reached', { reached })}
      {failed > 0 && (
        <Text span inherit c="var(--mantine-color-error)">
          {t(' · {failed, number} failed', { failed })}
        </Text>
      )}
    </Text>
  )
}
