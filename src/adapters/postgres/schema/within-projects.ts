/**
 * Returns an SQL condition that is true if the projects of a limited API key contain the spinner `s` and its data
 * table. A spinner shows and sends the records of its data table, so a key must reach both. They are in different
 * projects only in old spinners and their copies, because `CreateSpinner` refuses it. The SQL function `trigger_jobs`
 * has the same condition; change both together.
 */
export function spinnerWithin(projectIds: string): string {
  return `s.project_id = any(${projectIds}) and exists (
    select from data_tables ts where ts.id = s.data_table_id and ts.project_id = any(${projectIds}))`
}
