-- The object that a delivery is a line of, where its destination takes objects. Others have none.
ALTER TABLE "delivery" ADD COLUMN     "object_name" TEXT;
