import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { ArrowDown, ArrowUp, GitBranch, Plus, Trash2 } from 'lucide-react'
import { maxBranches } from '../../../../api/limits.ts'
import type { BranchStep } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { type StepInBranch, stepsInBranch } from '../branches.ts'
import { NoMetadataColumns } from '../fields/no-metadata-columns.tsx'
import { newKey } from '../new-key.ts'
import classes from '../quiet-button.module.css'
import type { ConditionNames } from '../where/condition-names.ts'
import {
  blankComparison,
  copyOfWhere,
  draftOfWhere,
  faultsOfWhere,
  type WhereDraft,
  whereOf,
} from '../where/where-draft.ts'
import { WhereFields } from '../where/where-fields.tsx'
import { labelOfPlace, wordsOfWhere } from '../where/where-words.ts'
import { nameFaults, newName } from './branch-names.ts'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

interface ConditionalBranchDraft {
  readonly key: string
  readonly name: string
  readonly where: WhereDraft
  readonly steps: readonly StepInBranch[]
}

interface BranchDraft extends Pick<BranchStep, 'type'> {
  readonly branches: readonly ConditionalBranchDraft[]
  /** The steps for records that take no other branch; null if none were added. */
  readonly else: readonly StepInBranch[] | null
}

/**
 * The step type "branch". Its functions leave the steps in the branches unchanged; callers convert these
 * between their stored and edited forms.
 */
export const branchStep: StepTypeOf<BranchStep, BranchDraft> = {
  label: t('Branch'),
  does: t('Sends records to different branches, depending on conditions.'),
  icon: GitBranch,
  color: 'cyan',
  sends: false,
  canBeTested: false,
  branching: 'conditions',
  compares: true,
  labels: { branches: t('Branches'), else: t('Else') },
  labelOf: (field) => {
    const [, index, part, place = ''] = /^branches\/(\d+)\/(name|where)(?:\/(.*))?$/.exec(field) ?? []
    if (index === undefined) return undefined
    return part === 'name'
      ? t('Branch {index}, name', { index: Number(index) + 1 })
      : t('Branch {index}, {place}', { index: Number(index) + 1, place: labelOfPlace(place) })
  },
  comparedAs: t('Branches'),
  blank: (columns) => ({ type: 'branch', branches: [blankBranch(t('Yes'), columns)], else: null }),
  draftOf: ({ type, branches, else: others }) => ({
    type,
    branches: branches.map(({ name, where, steps }) => ({
      key: newKey(),
      name,
      where: draftOfWhere(where),
      steps: stepsInBranch(steps),
    })),
    else: others === undefined ? null : stepsInBranch(others),
  }),
  stepOf: ({ type, branches, else: others }) => ({
    type,
    branches: branches.map(({ name, where, steps }) => ({
      name,
      where: whereOf(where),
      steps: stepsInBranch(steps),
    })),
    ...(others === null ? {} : { else: stepsInBranch(others) }),
  }),
  copyOf: (draft) => ({
    ...draft,
    branches: draft.branches.map((branch) => ({
      ...branch,
      key: newKey(),
      where: copyOfWhere(branch.where),
    })),
  }),
  faultsOf: ({ branches }) => [
    ...nameFaults(branches),
    ...branches.flatMap(({ where }, index) => faultsOfWhere(where, `branches/${index}/where`)),
  ],
  summaryOf,
  labelOfBranch: ({ branches }, index, names) => {
    const branch = branches[index]
    return {
      condition:
        branch === undefined
          ? t('all others')
          : t('if {where}', { where: wordsOfWhere(branch.where, names) }),
      share: null,
    }
  },
  Fields,
  Previewed: () => null,
}

function blankBranch(name: string, columns: readonly string[]): ConditionalBranchDraft {
  return { key: newKey(), name, where: blankComparison(columns), steps: [] }
}

function summaryOf({ branches }: BranchStep, names?: ConditionNames): string {
  return branches
    .map(({ name, where }) => t('{name}: if {where}', { name, where: wordsOfWhere(where, names) }))
    .join(' · ')
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<BranchDraft>) {
  const setBranches = (branches: readonly ConditionalBranchDraft[]) => onChange({ ...step, branches })
  const setBranch = (key: string, change: Partial<ConditionalBranchDraft>) =>
    setBranches(step.branches.map((branch) => (branch.key === key ? { ...branch, ...change } : branch)))
  const move = (from: number, to: number) => {
    const branch = step.branches[from]
    if (branch !== undefined) setBranches(step.branches.toSpliced(from, 1).toSpliced(to, 0, branch))
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t(
          'A record takes the first branch whose conditions it meets, or else the branch “Else”. After a branch, the record continues with the next step.',
        )}
      </Text>
      {columns.length === 0 && <NoMetadataColumns dataTableId={dataTableId} />}
      {step.branches.map((branch, index) => (
        <BranchFields
          key={branch.key}
          branch={branch}
          index={index}
          among={step.branches.length}
          dataTableId={dataTableId}
          columns={columns}
          faults={faults}
          onChange={(change) => setBranch(branch.key, change)}
          onMove={(to) => move(index, to)}
          onRemove={() => setBranches(step.branches.filter(({ key }) => key !== branch.key))}
        />
      ))}
      {step.branches.length < maxBranches && (
        <Button
          size="compact-sm"
          variant="subtle"
          w="fit-content"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() =>
            setBranches([...step.branches, blankBranch(newName(t('Branch'), step.branches), columns)])
          }
        >
          {t('Add a branch')}
        </Button>
      )}
    </Stack>
  )
}

/** Edits the name and the conditions of one branch. */
function BranchFields({
  branch: { name, where, steps },
  index,
  among,
  columns,
  dataTableId,
  faults,
  onChange,
  onMove,
  onRemove,
}: Pick<FieldsProps<BranchDraft>, 'columns' | 'dataTableId' | 'faults'> & {
  branch: ConditionalBranchDraft
  /** The position of the branch, and the number of branches. */
  index: number
  among: number
  onChange: (change: Partial<ConditionalBranchDraft>) => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('Branch {index}', { index: index + 1 })}>
      <Group gap={4} wrap="nowrap" align="flex-start" mb="xs">
        <TextInput
          flex={1}
          label={t('Name of branch {index}', { index: index + 1 })}
          maxLength={100}
          value={name}
          error={faults.get(`branches/${index}/name`)}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Group gap={0} mt={26} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes['quiet']}
            aria-label={t('Move branch {index} up', { index: index + 1 })}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <ArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes['quiet']}
            aria-label={t('Move branch {index} down', { index: index + 1 })}
            disabled={index === among - 1}
            onClick={() => onMove(index + 1)}
          >
            <ArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes['quiet']}
            aria-label={
              steps.length > 0
                ? t('Branch {index} has steps and cannot be removed', { index: index + 1 })
                : t('Remove branch {index}', { index: index + 1 })
            }
            disabled={among === 1 || steps.length > 0}
            onClick={onRemove}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <WhereFields
        where={where}
        place={`branches/${index}/where`}
        dataTableId={dataTableId}
        columns={columns}
        faults={faults}
        onChange={(changed) => onChange({ where: changed })}
      />
    </Paper>
  )
}
