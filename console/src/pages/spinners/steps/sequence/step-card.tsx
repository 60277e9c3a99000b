import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Badge, Box, Group, Menu, Paper, Text, ThemeIcon, UnstyledButton } from '@mantine/core'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Copy,
  CornerDownRight,
  GripVertical,
  Trash2,
} from 'lucide-react'
import { RowMenu } from '../../../../components/table/row-menu.tsx'
import { StepFields } from '../fields/step-fields.tsx'
import quiet from '../quiet-button.module.css'
import type { StepDraft } from '../step-draft.ts'
import { stepOf } from '../step-draft.ts'
import type { MoveTarget } from '../step-tree.ts'
import type { FieldsProps } from '../types/step-type.ts'
import { typeOf } from '../types/step-types.ts'
import classes from './step-card.module.css'

export interface StepCardProps extends FieldsProps<StepDraft> {
  /** The place of the step in words, as "2 › Yes › 1". */
  readonly path: string
  /**
   * The position of the step in its list of steps, counted from 0 (`at`), and the length of the list
   * (`among`).
   */
  readonly at: number
  readonly among: number
  /** Whether no other step follows this step for the records that reach it. */
  readonly isAtEnd: boolean
  /** Whether the pipeline has no other step. */
  readonly isOnly: boolean
  /** The pipeline and the branches to which the user may move the step. */
  readonly targets: readonly MoveTarget[]
  readonly open: boolean
  /** How the step differs from the published version. */
  readonly difference: 'New' | 'Changed' | 'Moved' | null
  readonly onToggle: () => void
  readonly onMove: (to: number) => void
  readonly onMoveTo: (target: MoveTarget) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One step of a spinner: a line that summarizes the step, and its fields when it is open. */
export function StepCard(props: StepCardProps) {
  const { step, path, at, among, open, columns, dataTableId, faults, onToggle, onMove, onChange } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: step.key })
  const [name, body] = [`step ${path}`, `${step.key}-fields`]
  return (
    <Paper
      withBorder
      ref={setNodeRef}
      component="section"
      aria-label={`Step ${path}: ${typeOf(step).label}`}
      className={classes['step']}
      data-step={step.key}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Group wrap="nowrap" gap={4} p={{ base: 6, xs: 'xs' }}>
        <ActionIcon
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          className={classes['handle']}
          variant="subtle"
          color="gray"
          aria-label={`Drag ${name}`}
        >
          <GripVertical size={16} aria-hidden />
        </ActionIcon>
        <UnstyledButton
          className={classes['summary']}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          data-toggle
          onClick={onToggle}
        >
          <Summary {...props} />
        </UnstyledButton>
        <Group wrap="nowrap" gap={0}>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={quiet['quiet']}
            data-move="up"
            aria-label={`Move ${name} up`}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            <ArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={quiet['quiet']}
            data-move="down"
            aria-label={`Move ${name} down`}
            disabled={at === among - 1}
            onClick={() => onMove(at + 1)}
          >
            <ArrowDown size={16} aria-hidden />
          </ActionIcon>
          <StepMenu {...props} />
        </Group>
      </Group>
      {open && (
        <Box id={body} p={{ base: 'sm', xs: 'md' }} pt={{ base: 4, xs: 4 }}>
          <StepFields
            step={step}
            columns={columns}
            dataTableId={dataTableId}
            faults={faults}
            onChange={onChange}
          />
        </Box>
      )}
    </Paper>
  )
}

function Summary({
  step,
  at,
  isAtEnd,
  open,
  difference,
  faults,
}: Pick<StepCardProps, 'step' | 'at' | 'isAtEnd' | 'open' | 'difference' | 'faults'>) {
  const { label, icon: Icon, color, atEnd, summaryOf } = typeOf(step)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <Group wrap="nowrap" gap="sm">
      <ThemeIcon variant="light" color={color} size="lg" visibleFrom="xs" aria-hidden>
        <Icon size={18} />
      </ThemeIcon>
      <Box miw={0} flex={1}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {at + 1}. {label}
          </Text>
          {faults.size > 0 && (
            <Text size="xs" c="var(--mantine-color-error)" fw={500}>
              <CircleAlert size={12} aria-hidden style={{ verticalAlign: -2 }} />{' '}
              {faults.size === 1 ? '1 error' : `${faults.size} errors`}
            </Text>
          )}
          {difference !== null && (
            <Badge size="xs" variant="default" tt="none">
              {difference}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {atEnd !== undefined && isAtEnd ? `${atEnd} · ` : ''}
          {summaryOf(stepOf(step))}
        </Text>
      </Box>
      <Chevron size={16} aria-hidden style={{ flex: 'none' }} />
    </Group>
  )
}

function StepMenu({
  path,
  isOnly,
  targets,
  onMoveTo,
  onDuplicate,
  onRemove,
}: Pick<StepCardProps, 'path' | 'isOnly' | 'targets' | 'onMoveTo' | 'onDuplicate' | 'onRemove'>) {
  return (
    <RowMenu label={`More actions for step ${path}`} width={220}>
      <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={onDuplicate}>
        Duplicate
      </Menu.Item>
      <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} disabled={isOnly} onClick={onRemove}>
        {isOnly ? 'The only step cannot be removed' : 'Remove'}
      </Menu.Item>
      {targets.length > 0 && <Menu.Label>Move step to the end of the spinner or a branch</Menu.Label>}
      {targets.map((target) => (
        <Menu.Item
          key={`${target.list?.step} ${target.list?.branch}`}
          leftSection={<CornerDownRight size={16} aria-hidden />}
          onClick={() => onMoveTo(target)}
        >
          {target.path ?? 'The spinner'}
        </Menu.Item>
      ))}
    </RowMenu>
  )
}
