// GitHub's error answers.
import type { Json } from '../shapes/account.ts';

export interface ApiError extends Error {
  status: number;
  body: Json;
}

export interface FieldError {
  resource: string;
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  field?: string;
  message?: string;
  value?: unknown;
}

export function apiError(status: number, message: string, errors?: (FieldError | string)[]): ApiError {
  const body = {
    message,
    ...(errors ? { errors } : {}),
    documentation_url: 'https://docs.github.com/rest',
    status: String(status),
  };
  return Object.assign(new Error(`${status} ${message}`), { status, body });
}

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && 'body' in error;

export const notFound = (): ApiError => apiError(404, 'Not Found');

export const invalid = (...errors: FieldError[]): ApiError => apiError(422, 'Validation Failed', errors);

export const forbidden = (): ApiError => apiError(403, 'Resource not accessible by integration');
