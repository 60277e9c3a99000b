import { Text } from '@mantine/core'
import { AnchorLink } from '../../../../components/links.tsx'

/** Says that the data table has no metadata column to choose, and links to the setting. */
export function NoMetadataColumns({ dataTableId }: { dataTableId: string }) {
  return (
    <Text size="sm" c="dimmed">
      The data table has no metadata columns. Spinners can use only metadata columns.{' '}
      <AnchorLink
        inherit
        underline="always"
        to="/data-tables/$dataTableId"
        params={{ dataTableId }}
        search={{ tab: 'settings' }}
      >
        Choose metadata columns in the data table
      </AnchorLink>
      .
    </Text>
  )
}
