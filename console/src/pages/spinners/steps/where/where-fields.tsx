import { ActionIcon, Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { FolderPlus, Plus, X } from 'lucide-react'
import { deepestWhere, maxComparisons } from '../../../../api/limits.ts'
import { t } from '../../../../languages/text.ts'
import { ComparisonFields } from './comparison-fields.tsx'
import type { OfferedSegments } from './leaf-select.tsx'
import { PeriodFields } from './period-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import {
  blankComparison,
  countOf,
  type GroupDraft,
  groupOf,
  type LeafDraft,
  placeOf,
  placeOfItem,
  type WhereDraft,
} from './where-draft.ts'
import classes from './where-fields.module.css'

interface Shared extends OfferedSegments {
  readonly columns: readonly string[]
  readonly faults: ReadonlyMap<string, string>
}

/** Edits a condition on records: one comparison, or several that are joined. */
export function WhereFields({
  where,
  place,
  onChange,
  ...shared
}: Shared & {
  where: WhereDraft
  /**
   * The place of the condition in the API's pointers; empty for a comparison that belongs to the step itself.
   */
  place: string
  onChange: (where: WhereDraft) => void
}) {
  if (where.kind === 'group')
    return (
      <GroupFields
        {...shared}
        group={where}
        place={place}
        depth={1}
        no=""
        left={maxComparisons - countOf(where)}
        onChange={onChange}
      />
    )
  const join = (how: GroupDraft['join']) => onChange(groupOf(how, [where, blankComparison(shared.columns)]))
  return (
    <Stack gap="xs">
      <LeafFields {...shared} leaf={where} place={placeOf(where, place)} onChange={onChange} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => join('and')}
        >
          {t('And…')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => join('or')}
        >
          {t('Or…')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Edits a part of a condition that has no parts itself. */
function LeafFields({
  leaf,
  place,
  mayNest = true,
  ...rest
}: Shared & {
  leaf: LeafDraft
  place: string
  no?: string
  /** Whether the part may consist of two comparisons; false at the largest depth. */
  mayNest?: boolean
  onChange: (leaf: LeafDraft) => void
}) {
  return leaf.kind === 'comparison' ? (
    <ComparisonFields {...rest} comparison={leaf} place={place} mayNest={mayNest} />
  ) : leaf.kind === 'period' ? (
    <PeriodFields {...rest} period={leaf} place={place} mayNest={mayNest} />
  ) : (
    <QuestionFields draft={leaf} {...rest} />
  )
}

/** The labels of the operators that join several conditions, by the names that the API uses. */
const joins = {
  all: { label: t('All conditions are met'), join: 'and', isNot: false },
  any: { label: t('Any condition is met'), join: 'or', isNot: false },
  none: { label: t('No condition is met'), join: 'or', isNot: true },
  notAll: { label: t('Not all conditions are met'), join: 'and', isNot: true },
} as const

type JoinName = keyof typeof joins

function joinOf({ join, nots }: GroupDraft): JoinName {
  const isNot = nots % 2 === 1
  if (join === 'and') return isNot ? 'notAll' : 'all'
  return isNot ? 'none' : 'any'
}

function GroupFields({
  group,
  place,
  depth,
  no,
  left,
  onChange,
  ...shared
}: Shared & {
  group: GroupDraft
  place: string
  depth: number
  /** The number of the group in the condition, as "2."; empty for the outermost group. */
  no: string
  /** The number of comparisons that may still be added to the condition. */
  left: number
  onChange: (where: WhereDraft) => void
}) {
  const setItems = (items: readonly WhereDraft[]) => onChange({ ...group, items })
  const set = (index: number, item: WhereDraft) =>
    setItems(group.items.map((draft, at) => (at === index ? item : draft)))
  const add = (item: WhereDraft) => setItems([...group.items, item])
  const remove = (index: number) => {
    const rest = group.items.filter((_, at) => at !== index)
    const [only] = rest
    // Replaces a group of comparisons by its only remaining comparison.
    onChange(rest.length === 1 && only !== undefined && group.nots === 0 ? only : { ...group, items: rest })
  }
  const fault = shared.faults.get(`${placeOf(group, place)}/${group.join}`)
  const inner = depth + group.nots + 1
  return (
    <Box
      className={classes['group']}
      role="group"
      aria-label={no === '' ? t('Conditions') : t('Conditions {no}', { no })}
    >
      <NativeSelect
        size="xs"
        w="fit-content"
        aria-label={no === '' ? t('How conditions are joined') : t('How conditions {no} are joined', { no })}
        data={Object.entries(joins).map(([value, { label }]) => ({ value, label }))}
        value={joinOf(group)}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          const { join, isNot } = joins[value as JoinName]
          onChange({ ...group, join, nots: isNot ? 1 : 0 })
        }}
      />
      <Stack gap="sm" mt="xs">
        {group.items.map((item, index) => (
          <GroupItem
            key={item.key}
            {...shared}
            item={item}
            place={placeOfItem(group, place, index)}
            depth={inner}
            no={no === '' ? `${index + 1}` : `${no}.${index + 1}`}
            left={left}
            onChange={(changed) => set(index, changed)}
            onRemove={() => remove(index)}
          />
        ))}
      </Stack>
      {left > 0 ? (
        <AddToGroup group={group} no={no} nests={inner < deepestWhere} columns={shared.columns} onAdd={add} />
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {t('A step can have {maxComparisons} conditions at most.', { maxComparisons })}
        </Text>
      )}
    </Box>
  )
}

/** One condition of a group, which may be a group itself. */
function GroupItem({
  item,
  place,
  depth,
  no,
  left,
  onChange,
  onRemove,
  ...shared
}: Shared & {
  item: WhereDraft
  place: string
  depth: number
  no: string
  left: number
  onChange: (where: WhereDraft) => void
  onRemove: () => void
}) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Box flex={1} miw={0}>
        {item.kind === 'group' ? (
          <GroupFields
            {...shared}
            group={item}
            place={place}
            depth={depth}
            no={no}
            left={left}
            onChange={onChange}
          />
        ) : (
          <LeafFields
            {...shared}
            leaf={item}
            no={no}
            place={placeOf(item, place)}
            mayNest={depth < deepestWhere && left > 0}
            onChange={onChange}
          />
        )}
      </Box>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('Remove condition {no}', { no })}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Buttons that add a comparison or a nested group to a group of conditions. */
function AddToGroup({
  group,
  no,
  nests,
  columns,
  onAdd,
}: {
  group: GroupDraft
  no: string
  /** Whether this group of conditions may contain another group; false at the largest depth. */
  nests: boolean
  columns: readonly string[]
  onAdd: (item: WhereDraft) => void
}) {
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Plus size={14} aria-hidden />}
        aria-label={no === '' ? t('Add a condition') : t('Add a condition to {no}', { no })}
        onClick={() => onAdd(blankComparison(columns))}
      >
        {t('Add a condition')}
      </Button>
      {nests && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<FolderPlus size={14} aria-hidden />}
          aria-label={no === '' ? t('Add a group') : t('Add a group of conditions to {no}', { no })}
          onClick={() => onAdd(groupOf(group.join === 'and' ? 'or' : 'and', [blankComparison(columns)]))}
        >
          {t('Add a group')}
        </Button>
      )}
    </Group>
  )
}
