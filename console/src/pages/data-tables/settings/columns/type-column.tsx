import { Modal, Select, Stack, TagsInput, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Column, DataTable } from '../../../../api/schema.ts'
import { typeFitQuery, useChangeColumn } from '../../../../api/table/columns.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { EditProblem } from '../../../../components/problem/edit-problem.tsx'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { t } from '../../../../languages/text.ts'
import { columnTypes, labelOfType } from './column-types.ts'

/**
 * A dialog that sets the type of a column. Shows first which values do not match the type; none of them is
 * changed.
 */
export function TypeColumn({
  table,
  column: { name, type, options },
  onClose,
}: {
  table: DataTable
  column: Column
  onClose: () => void
}) {
  const change = useChangeColumn(table.id)
  // Keeps the revision that the user opened. A later revision would let the dialog replace options that the user has
  // not seen.
  const [revision] = useState(table.revision)
  const [chosen, setChosen] = useState<string>(type ?? 'text')
  const [allowed, setAllowed] = useState<string[]>([...(options ?? [])])
  const [settled] = useDebouncedValue(allowed, 400)
  const isChoice = chosen === 'choice'
  const isWhole = !isChoice || allowed.length > 0
  const fit = useQuery({
    ...typeFitQuery(table.id, name, chosen, isChoice ? settled : null),
    enabled: chosen !== 'text' && (!isChoice || settled.length > 0),
  })
  const save = (seen: number | null) => {
    const changes = {
      type: chosen as NonNullable<Column['type']>,
      ...(isChoice ? { options: allowed } : {}),
    }
    change.mutate({ column: name, changes, revision: seen }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={t('Type of “{name}”', { name })}>
      <Stack>
        <Text size="sm">
          {t(
            'Values that you type or import must fit the type of the column. Values from sources are always accepted, and marked if they do not fit.',
          )}
        </Text>
        <Select
          label={t('Type')}
          data={columnTypes.map((value) => ({ value, label: labelOfType[value] }))}
          value={chosen}
          allowDeselect={false}
          onChange={(next) => setChosen(next ?? 'text')}
        />
        {isChoice && (
          <TagsInput
            label={t('Options')}
            description={t('Type the values that the column allows, and press Enter after each.')}
            value={allowed}
            maxTags={200}
            onChange={setAllowed}
          />
        )}
        {chosen !== 'text' && isWhole && (
          <Text size="sm" role="status" className="numbers">
            {wordsOfFit(fit.data)}
          </Text>
        )}
        <ProblemAlert error={fit.error} />
        <EditProblem edit={change} thing="dataTable" onReplace={() => save(null)} />
        <FormFooter
          onCancel={onClose}
          isPending={change.isPending}
          disabled={!isWhole}
          onAction={() => save(revision)}
        >
          {t('Set column type')}
        </FormFooter>
      </Stack>
    </Modal>
  )
}

/** Says how many values of a column fit the chosen type. */
function wordsOfFit(
  fit: { mismatches: number; filled: number; samples: readonly { value?: unknown }[] } | undefined,
): string {
  if (fit === undefined) return t('Checking the existing values of the column…')
  const { mismatches, filled, samples } = fit
  if (mismatches === 0) return t('All {filled, number} values fit the type.', { filled })
  const list = samples
    .slice(0, 3)
    .map(({ value }) => `“${String(value).slice(0, 40)}”`)
    .join(', ')
  return t(
    '{mismatches, number} of {filled, number} values do not fit the type, such as {list}. These values stay unchanged and are marked.',
    { mismatches, filled, list },
  )
}
