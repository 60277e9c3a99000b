import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { Equal, Plus, Split, Trash2 } from 'lucide-react'
import { maxBranches } from '../../../../api/limits.ts'
import type { SplitStep } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { type StepInBranch, stepsInBranch } from '../branches.ts'
import { newKey } from '../new-key.ts'
import classes from '../quiet-button.module.css'
import { nameFaults, newName } from './branch-names.ts'
import type { FieldFault } from './field-faults.ts'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

interface SplitBranchDraft {
  readonly key: string
  readonly name: string
  /** The typed percentage of records that take this branch; empty while the field is empty. */
  readonly percent: number | ''
  readonly steps: readonly StepInBranch[]
}

interface SplitDraft extends Pick<SplitStep, 'type'> {
  readonly branches: readonly SplitBranchDraft[]
}

/**
 * The step type "split". Its functions leave the steps in the branches unchanged; callers convert these
 * between their stored and edited forms.
 */
export const splitStep: StepTypeOf<SplitStep, SplitDraft> = {
  label: t('Split'),
  does: t('Divides records among branches by percentage, to compare them.'),
  icon: Split,
  color: 'pink',
  sends: false,
  canBeTested: false,
  branching: 'shares',
  compares: false,
  labels: { branches: t('Branches') },
  labelOf: (field) => {
    const [, index, part] = /^branches\/(\d+)\/(name|percent)$/.exec(field) ?? []
    return index === undefined
      ? undefined
      : t('Branch {index}, {part}', {
          index: Number(index) + 1,
          part: part === 'name' ? t('name') : t('percent'),
        })
  },
  comparedAs: t('Branches'),
  blank: () => ({ type: 'split', branches: evenly([blankSplitBranch('A'), blankSplitBranch('B')]) }),
  draftOf: ({ type, branches }) => ({
    type,
    branches: branches.map((branch) => ({ ...branch, key: newKey(), steps: stepsInBranch(branch.steps) })),
  }),
  stepOf: ({ type, branches }) => ({
    type,
    branches: branches.map(({ name, percent, steps }) => ({
      name,
      percent: Number(percent),
      steps: stepsInBranch(steps),
    })),
  }),
  copyOf: (draft) => ({ ...draft, branches: draft.branches.map((branch) => ({ ...branch, key: newKey() })) }),
  faultsOf: ({ branches }) => [...nameFaults(branches), ...percentFaults(branches)],
  summaryOf,
  labelOfBranch: ({ branches }, index) => ({ condition: null, share: branches[index]?.percent ?? null }),
  Fields,
  Previewed: () => null,
}

function blankSplitBranch(name: string): SplitBranchDraft {
  return { key: newKey(), name, percent: 50, steps: [] }
}

/** Divides 100 % evenly among the branches of a split. The first branches get the remainder. */
function evenly(branches: readonly SplitBranchDraft[]): readonly SplitBranchDraft[] {
  const each = Math.floor(100 / branches.length)
  const rest = 100 - each * branches.length
  return branches.map((branch, index) => ({ ...branch, percent: index < rest ? each + 1 : each }))
}

function sumOf(branches: readonly SplitBranchDraft[]): number {
  return branches.reduce((sum, { percent }) => sum + Number(percent), 0)
}

function percentFaults(branches: readonly SplitBranchDraft[]): FieldFault[] {
  const single = branches.flatMap(({ percent }, index): FieldFault[] => {
    const isFit = Number.isInteger(percent) && Number(percent) >= 1 && Number(percent) <= 99
    return isFit ? [] : [[`branches/${index}/percent`, t('Enter a whole percentage from 1 to 99')]]
  })
  if (single.length > 0 || sumOf(branches) === 100) return single
  return [['branches', t('The percentages add up to {sum} instead of 100', { sum: sumOf(branches) })]]
}

function summaryOf({ branches }: SplitStep): string {
  return branches.map(({ name, percent }) => `${percent} % ${name}`).join(' · ')
}

function Fields({ step, faults, onChange }: FieldsProps<SplitDraft>) {
  const setBranches = (branches: readonly SplitBranchDraft[]) => onChange({ ...step, branches })
  const setBranch = (key: string, change: Partial<SplitBranchDraft>) =>
    setBranches(step.branches.map((branch) => (branch.key === key ? { ...branch, ...change } : branch)))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t(
          'A record always takes the same branch. After the branch, the record continues with the next step.',
        )}
      </Text>
      {step.branches.map(({ key, name, percent, steps }, index) => (
        <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            {...(index === 0 ? { label: t('Branch') } : {})}
            aria-label={t('Name of branch {index}', { index: index + 1 })}
            maxLength={100}
            value={name}
            error={faults.get(`branches/${index}/name`)}
            onChange={(event) => setBranch(key, { name: event.currentTarget.value })}
          />
          <NumberInput
            w={96}
            {...(index === 0 ? { label: t('Percent') } : {})}
            aria-label={t('Percentage of branch {index}', { index: index + 1 })}
            min={1}
            max={99}
            allowDecimal={false}
            suffix=" %"
            value={percent}
            error={faults.get(`branches/${index}/percent`)}
            onChange={(value) => setBranch(key, { percent: value === '' ? '' : Number(value) })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes['quiet']}
            size="lg"
            mt={index === 0 ? 26 : 2}
            aria-label={
              steps.length > 0
                ? t('Branch {index} has steps and cannot be removed', { index: index + 1 })
                : t('Remove branch {index}', { index: index + 1 })
            }
            disabled={step.branches.length === 2 || steps.length > 0}
            onClick={() => setBranches(step.branches.filter((branch) => branch.key !== key))}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {faults.get('branches') !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {faults.get('branches')}
        </Text>
      )}
      <SplitButtons branches={step.branches} onChange={setBranches} />
    </Stack>
  )
}

/** The buttons that add a branch and divide the records evenly. */
function SplitButtons({
  branches,
  onChange,
}: {
  branches: readonly SplitBranchDraft[]
  onChange: (branches: readonly SplitBranchDraft[]) => void
}) {
  return (
    <Group gap="xs">
      {branches.length < maxBranches && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange(evenly([...branches, blankSplitBranch(newName(t('Branch'), branches))]))}
        >
          {t('Add a branch')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Equal size={14} aria-hidden />}
        onClick={() => onChange(evenly(branches))}
      >
        {t('Divide evenly')}
      </Button>
    </Group>
  )
}
