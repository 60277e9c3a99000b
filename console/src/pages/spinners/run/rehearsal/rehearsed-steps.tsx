import { Table, Text } from '@mantine/core'
import type { Step } from '../../../../api/schema.ts'
import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { WideTable } from '../../../../components/table/wide-table.tsx'
import { language } from '../../../../languages/language.ts'
import { t } from '../../../../languages/text.ts'
import type { StepWithPlace } from '../../steps/branches.ts'
import { typeOf } from '../../steps/types/step-types.ts'
import { columnsOf } from './rehearsed-columns.ts'

/** Shows the results of each step in a rehearsal, summed over all recipients. */
export function RehearsedSteps({
  steps,
  placed,
}: {
  steps: Rehearsed['steps']
  placed: readonly StepWithPlace<Step>[]
}) {
  const columns = columnsOf(steps)
  return (
    <WideTable
      label={t('By step')}
      minWidth={120 + 64 * columns.length}
      verticalSpacing={5}
      horizontalSpacing="xs"
      className="numbers"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Step')}</Table.Th>
          {columns.map(([name, label]) => (
            <Table.Th key={name} ta="right">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map((figures) => {
          const { step, type } = figures
          return (
            <Table.Tr key={step}>
              <Table.Th scope="row" fw={500}>
                {placed[step]?.path ?? step + 1}. {typeOf({ type }).label}
              </Table.Th>
              {columns.map(([name]) => (
                <Table.Td key={name} ta="right">
                  {figures[name] === 0 ? (
                    <Text span size="sm" c="dimmed">
                      –
                    </Text>
                  ) : (
                    figures[name].toLocaleString(language)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </WideTable>
  )
}
