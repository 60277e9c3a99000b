import { Text } from '@mantine/core'
import type { DataTable } from '../../api/schema.ts'
import { AnchorLink } from '../../components/links.tsx'
import { rich } from '../../languages/rich.ts'

/** Names the data table with the people to whom a spinner writes, with a link to the table. */
export function TableOfSpinner({ table }: { table: DataTable }) {
  return (
    <Text size="sm">
      {rich('This spinner writes to the people in the data table {link}', {
        link: (
          <AnchorLink
            inherit
            underline="always"
            to="/data-tables/$dataTableId"
            params={{ dataTableId: table.id }}
          >
            {table.name}
          </AnchorLink>
        ),
      })}
    </Text>
  )
}
