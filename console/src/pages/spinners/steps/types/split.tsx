import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { Equal, Plus, Split, Trash2 } from 'lucide-react'
import { maxBranches } from '../../../../api/limits.ts'
import type { SplitStep } from '../../../../api/schema.ts'
import { type StepInBranch, stepsInBranch } from '../branches.ts'
import { newKey } from '../new-key.ts'
import classes from '../quiet-button.module.css'
import { nameFaults, newName } from './branch-names.ts'
import type { FieldFault } from './field-faults.ts'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

interface ArmDraft {
  readonly key: string
  readonly name: string
  /** The typed percentage of records that take this branch; empty while the field is empty. */
  readonly percent: number | ''
  readonly steps: readonly StepInBranch[]
}

interface SplitDraft extends Pick<SplitStep, 'type'> {
  readonly arms: readonly ArmDraft[]
}

/**
 * The step type "split". Its functions leave the steps in the branches unchanged; callers convert these
 * between their stored and edited forms.
 */
export const splitStep: StepTypeOf<SplitStep, SplitDraft> = {
  label: 'Split',
  does: 'Divides records among branches by percentage, to compare them.',
  icon: Split,
  color: 'pink',
  sends: false,
  canBeTested: false,
  branching: 'shares',
  labels: { arms: 'Percentages' },
  labelOf: (field) => {
    const [, index, part] = /^arms\/(\d+)\/(name|percent)$/.exec(field) ?? []
    return index === undefined ? undefined : `Branch ${Number(index) + 1}, ${part}`
  },
  comparedAs: 'Branches',
  blank: () => ({ type: 'split', arms: evenly([blankArm('A'), blankArm('B')]) }),
  draftOf: ({ type, arms }) => ({
    type,
    arms: arms.map((arm) => ({ ...arm, key: newKey(), steps: stepsInBranch(arm.steps) })),
  }),
  stepOf: ({ type, arms }) => ({
    type,
    arms: arms.map(({ name, percent, steps }) => ({
      name,
      percent: Number(percent),
      steps: stepsInBranch(steps),
    })),
  }),
  copyOf: (draft) => ({ ...draft, arms: draft.arms.map((arm) => ({ ...arm, key: newKey() })) }),
  faultsOf: ({ arms }) => [...nameFaults('arms', arms), ...percentFaults(arms)],
  summaryOf,
  labelOfBranch: ({ arms }, index) => ({ condition: null, share: arms[index]?.percent ?? null }),
  Fields,
  Previewed: () => null,
}

function blankArm(name: string): ArmDraft {
  return { key: newKey(), name, percent: 50, steps: [] }
}

/** Divides 100 % evenly among the branches of a split. The first branches get the remainder. */
function evenly(arms: readonly ArmDraft[]): readonly ArmDraft[] {
  const each = Math.floor(100 / arms.length)
  const rest = 100 - each * arms.length
  return arms.map((arm, index) => ({ ...arm, percent: index < rest ? each + 1 : each }))
}

function sumOf(arms: readonly ArmDraft[]): number {
  return arms.reduce((sum, { percent }) => sum + Number(percent), 0)
}

function percentFaults(arms: readonly ArmDraft[]): FieldFault[] {
  const single = arms.flatMap(({ percent }, index): FieldFault[] => {
    const isFit = Number.isInteger(percent) && Number(percent) >= 1 && Number(percent) <= 99
    return isFit ? [] : [[`arms/${index}/percent`, 'Enter a whole percentage from 1 to 99']]
  })
  if (single.length > 0 || sumOf(arms) === 100) return single
  return [['arms', `The percentages add up to ${sumOf(arms)} instead of 100`]]
}

function summaryOf({ arms }: SplitStep): string {
  return arms.map(({ name, percent }) => `${percent} % ${name}`).join(' · ')
}

function Fields({ step, faults, onChange }: FieldsProps<SplitDraft>) {
  const setArms = (arms: readonly ArmDraft[]) => onChange({ ...step, arms })
  const setArm = (key: string, change: Partial<ArmDraft>) =>
    setArms(step.arms.map((arm) => (arm.key === key ? { ...arm, ...change } : arm)))
  const fault = faults.get('arms')
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        A record always takes the same branch. After the branch, the record continues with the next step.
      </Text>
      {step.arms.map(({ key, name, percent, steps }, index) => (
        <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            {...(index === 0 ? { label: 'Branch' } : {})}
            aria-label={`Name of branch ${index + 1}`}
            maxLength={100}
            value={name}
            error={faults.get(`arms/${index}/name`)}
            onChange={(event) => setArm(key, { name: event.currentTarget.value })}
          />
          <NumberInput
            w={96}
            {...(index === 0 ? { label: 'Percent' } : {})}
            aria-label={`Percentage of branch ${index + 1}`}
            min={1}
            max={99}
            allowDecimal={false}
            suffix=" %"
            value={percent}
            error={faults.get(`arms/${index}/percent`)}
            onChange={(value) => setArm(key, { percent: value === '' ? '' : Number(value) })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes['quiet']}
            size="lg"
            mt={index === 0 ? 26 : 2}
            aria-label={
              steps.length > 0
                ? `Branch ${index + 1} has steps and cannot be removed`
                : `Remove branch ${index + 1}`
            }
            disabled={step.arms.length === 2 || steps.length > 0}
            onClick={() => setArms(step.arms.filter((arm) => arm.key !== key))}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {fault !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <Group gap="xs">
        {step.arms.length < maxBranches && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => setArms(evenly([...step.arms, blankArm(newName('Branch', step.arms))]))}
          >
            Add a branch
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Equal size={14} aria-hidden />}
          onClick={() => setArms(evenly(step.arms))}
        >
          Divide evenly
        </Button>
      </Group>
    </Stack>
  )
}
