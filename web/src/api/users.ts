import { useQueryClient } from '@tanstack/react-query'
import { api } from './client'
import { refetchAll } from './refetch'

const USERS = '/api/admin/users'

/** Reads all users, or those of a group admin's group. */
export const useUsers = () => api.useQuery('get', USERS)

/** Refetches the users and all data that count or name them. */
export function useReloadUsers() {
  const queries = useQueryClient()
  return () => refetchAll(queries, { awaited: [['get', USERS]] })
}
