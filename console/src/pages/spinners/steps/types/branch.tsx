import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { ArrowDown, ArrowUp, GitBranch, Plus, Trash2 } from 'lucide-react'
import type { BranchStep } from '../../../../api/schema.ts'
import { NoMetadataColumns } from '../fields/no-metadata-columns.tsx'
import { newKey } from '../new-key.ts'
import classes from '../quiet-button.module.css'
import { type StepInWay, stepsInWay } from '../ways.ts'
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
import { nameFaults, newName } from './names-of-ways.ts'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

interface WayDraft {
  readonly key: string
  readonly name: string
  readonly where: WhereDraft
  readonly steps: readonly StepInWay[]
}

interface BranchDraft extends Pick<BranchStep, 'type'> {
  readonly ways: readonly WayDraft[]
  /** The steps for records that take no other branch; null if none were added. */
  readonly else: readonly StepInWay[] | null
}

const mostWays = 10

/**
 * The step type "branch". Its functions leave the steps in the branches unchanged; callers convert these
 * between their stored and edited forms.
 */
export const branchStep: StepTypeOf<BranchStep, BranchDraft> = {
  label: 'Branch',
  does: 'Sends records to different branches, depending on conditions.',
  icon: GitBranch,
  color: 'cyan',
  sends: false,
  canBeTested: false,
  ways: 'conditions',
  labels: { ways: 'Branches', else: 'Else' },
  labelOf: (field) => {
    const [, index, part, place = ''] = /^ways\/(\d+)\/(name|where)(?:\/(.*))?$/.exec(field) ?? []
    if (index === undefined) return undefined
    return `Branch ${Number(index) + 1}, ${part === 'name' ? 'name' : labelOfPlace(place)}`
  },
  comparedAs: 'Branches',
  blank: (columns) => ({ type: 'branch', ways: [blankWay('Yes', columns)], else: null }),
  draftOf: ({ type, ways, else: others }) => ({
    type,
    ways: ways.map(({ name, where, steps }) => ({
      key: newKey(),
      name,
      where: draftOfWhere(where),
      steps: stepsInWay(steps),
    })),
    else: others === undefined ? null : stepsInWay(others),
  }),
  stepOf: ({ type, ways, else: others }) => ({
    type,
    ways: ways.map(({ name, where, steps }) => ({ name, where: whereOf(where), steps: stepsInWay(steps) })),
    ...(others === null ? {} : { else: stepsInWay(others) }),
  }),
  copyOf: (draft) => ({
    ...draft,
    ways: draft.ways.map((way) => ({ ...way, key: newKey(), where: copyOfWhere(way.where) })),
  }),
  faultsOf: ({ ways }) => [
    ...nameFaults('ways', ways),
    ...ways.flatMap(({ where }, index) => faultsOfWhere(where, `ways/${index}/where`)),
  ],
  summaryOf,
  wayOf: ({ ways }, index) => {
    const way = ways[index]
    return { condition: way === undefined ? 'all others' : `if ${wordsOfWhere(way.where)}`, share: null }
  },
  Fields,
  Previewed: () => null,
}

function blankWay(name: string, columns: readonly string[]): WayDraft {
  return { key: newKey(), name, where: blankComparison(columns), steps: [] }
}

function summaryOf({ ways }: BranchStep): string {
  return ways.map(({ name, where }) => `${name}: if ${wordsOfWhere(where)}`).join(' · ')
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<BranchDraft>) {
  const setWays = (ways: readonly WayDraft[]) => onChange({ ...step, ways })
  const setWay = (key: string, change: Partial<WayDraft>) =>
    setWays(step.ways.map((way) => (way.key === key ? { ...way, ...change } : way)))
  const move = (from: number, to: number) => {
    const way = step.ways[from]
    if (way !== undefined) setWays(step.ways.toSpliced(from, 1).toSpliced(to, 0, way))
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        A record takes the first branch whose conditions it meets, or else the branch “Else”. After a branch,
        the record continues with the next step.
      </Text>
      {columns.length === 0 && <NoMetadataColumns dataTableId={dataTableId} />}
      {step.ways.map(({ key, name, where, steps }, index) => (
        <Paper withBorder p="sm" key={key} component="section" aria-label={`Branch ${index + 1}`}>
          <Group gap={4} wrap="nowrap" align="flex-start" mb="xs">
            <TextInput
              flex={1}
              label={`Name of branch ${index + 1}`}
              maxLength={100}
              value={name}
              error={faults.get(`ways/${index}/name`)}
              onChange={(event) => setWay(key, { name: event.currentTarget.value })}
            />
            <Group gap={0} mt={26} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes['quiet']}
                aria-label={`Move branch ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes['quiet']}
                aria-label={`Move branch ${index + 1} down`}
                disabled={index === step.ways.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes['quiet']}
                aria-label={
                  steps.length > 0
                    ? `Branch ${index + 1} has steps and cannot be removed`
                    : `Remove branch ${index + 1}`
                }
                disabled={step.ways.length === 1 || steps.length > 0}
                onClick={() => setWays(step.ways.filter((way) => way.key !== key))}
              >
                <Trash2 size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
          <WhereFields
            where={where}
            place={`ways/${index}/where`}
            columns={columns}
            faults={faults}
            onChange={(changed) => setWay(key, { where: changed })}
          />
        </Paper>
      ))}
      {step.ways.length < mostWays && (
        <Button
          size="compact-sm"
          variant="subtle"
          w="fit-content"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setWays([...step.ways, blankWay(newName('Branch', step.ways), columns)])}
        >
          Add a branch
        </Button>
      )}
    </Stack>
  )
}
