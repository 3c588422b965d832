/** Which names of a file's columns are understood without a word from anybody. */
import { describe, expect, it } from "vitest";
import { columnsOf, type FileKind, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { namesOf } from "../../../../main/engine/import/mapping/columns.ts";
import { guessColumns } from "../../../../main/engine/import/mapping/guess-columns.ts";

const lists = REFERENCE_KINDS.flatMap((kind) =>
  columnsOf(kind).map(({ name }) => [kind, name, namesOf(kind, name)] as const),
);

describe("the names of a column", () => {
  it.each(lists)("of %s that mean %s are all known, and the surer one of two wins", (kind, column, names) => {
    for (const [at, name] of names.entries()) {
      expect(guessColumns(kind, [name]).mapping).toEqual({ [name]: column });
      for (const surer of names.slice(0, at))
        expect(guessColumns(kind, [name, surer]).mapping[surer]).toBe(column);
    }
  });

  it.each(["BAR_CODE", "bar-code", " Bar.Code ", "BarCode"])(
    "are one however they are spelled: %s",
    (name) => {
      expect(Object.values(guessColumns("product", [name]).mapping)).toEqual(["barcode"]);
    },
  );

  it("are used once: a column goes to one of ours, and one of ours to a column", () => {
    expect(guessColumns("product", ["Item", "Item", "Item Name", "No", "Code"]).mapping).toEqual({
      "Item Name": "name",
      No: "id",
    });
    expect(guessColumns("product", ["", " ", "-"]).mapping).toEqual({});
  });
});

/** What a guess says of each column of the file: ours, "~" where it was not a whole name, "?" where it is asked about. */
function said(kind: FileKind, header: readonly string[], rows: readonly (readonly string[])[] | null = null) {
  const read = rows?.map((cells, at) => ({ line: at + 2, cells: [...cells] })) ?? null;
  const { mapping, guessed, askedColumns } = guessColumns(kind, header, read);
  return header
    .map((name) => {
      const asked = askedColumns.find(({ among }) => among.includes(name));
      if (asked !== undefined) return `?${asked.column}`;
      const ours = mapping[name];
      if (ours === undefined) return "-";
      return guessed.some(({ column }) => column === ours) ? `~${ours}` : ours;
    })
    .join(",");
}

/** Header rows as other programs write them. */
const OF_PROGRAMS: readonly (readonly [FileKind, string, string])[] = [
  [
    "product",
    "ID,Name,Barcodes/Barcode,Sales Price,Cost,Unit of Measure",
    "id,name,~barcode,~price,costPrice,measureUnitId",
  ],
  [
    "product",
    "External ID,Internal Reference,Name,Sales Price,Cost,Barcode,Product Type,Product Category,Quantity On Hand",
    "-,~id,name,~price,costPrice,barcode,-,-,-",
  ],
  [
    "product",
    "id,default_code,name,list_price,standard_price,barcode,categ_id/id,uom_id/id,taxes_id",
    "id,-,name,~price,~costPrice,barcode,-,-,-",
  ],
  [
    "product",
    "External ID,Name,Vendors/Price,Vendors/Vendor,Attribute Lines/Attribute/Name,Variant Seller",
    "~id,name,-,-,-,-",
  ],
  [
    "product",
    "Internal Reference,Product Template/Name,Variant Values,Public Price,Weight,Volume",
    "~id,~name,-,~price,-,-",
  ],
  [
    "product",
    "ID,Item Code,Item Name,Item Group,Default Unit of Measure,Maintain Stock,Valuation Rate,Standard Selling Rate,Barcode (Barcodes),UOM (UOMs)",
    "id,-,name,-,~measureUnitId,-,~costPrice,~price,~barcode,-",
  ],
  ["product", "Item Code,UOM,Price List,Customer,Supplier,Currency,Rate", "id,measureUnitId,-,-,-,-,~price"],
  [
    "product",
    "Item Code,Item Name,Stock UOM,Price List Rate,Last Purchase Rate,Brand",
    "id,name,~measureUnitId,~price,~costPrice,-",
  ],
  [
    "product",
    "Handle,SKU,Name,Category,Sold by weight,Option 1 name,Cost,Barcode,SKU of included item,Track stock,Available for sale [Main],Price [Main],In stock [Main],Low stock [Main]",
    "-,~id,name,-,-,-,costPrice,barcode,-,-,-,~price,-,-",
  ],
  [
    "product",
    "Handle,SKU,Name,Cost,Barcode,Price [Main],In stock [Main],Price [Branch],In stock [Branch]",
    "-,~id,name,costPrice,barcode,?price,-,?price,-",
  ],
  [
    "product",
    "Handle,Title,Vendor,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,SEO Title,Cost per item,Price / International,Compare At Price / International",
    "-,name,-,~id,-,-,~price,-,~barcode,-,~costPrice,-,-",
  ],
  [
    "product",
    "Title,URL handle,Description,SKU,Barcode,Option1 name,Price,Compare-at price,Cost per item,Unit price total measure",
    "name,-,-,~id,barcode,-,price,-,~costPrice,-",
  ],
  [
    "product",
    "Token,Item Name,Variation Name,SKU,Category,GTIN,Price,Online Sale Price,Default Unit Cost,Default Vendor Code,Current Quantity Main,New Quantity Main",
    "-,name,-,~id,-,barcode,price,-,~costPrice,-,-,-",
  ],
  [
    "product",
    "id,handle,sku,name,supply_price,retail_price,tax_name,brand_name,supplier_code,inventory_Main_Outlet,reorder_point_Main_Outlet",
    "id,-,-,name,~costPrice,price,-,-,-,-,-",
  ],
  [
    "product",
    "System ID,UPC,Custom SKU,Manufact. SKU,Item,Qty.,Price,Default Cost,MSRP",
    "-,barcode,-,-,name,-,price,~costPrice,-",
  ],
  [
    "product",
    "ID,Type,SKU,Name,Date sale price starts,Tax class,In stock?,Stock,Low stock amount,Sale price,Regular price,GTIN; UPC; EAN; or ISBN",
    "id,-,-,name,-,-,-,-,-,-,price,~barcode",
  ],
  [
    "product",
    "Item ID,Item Name,SKU,UPC,Rate,Account,Purchase Rate,Purchase Description,Reorder Point,Stock On Hand,Usage unit,Tax Percentage",
    "id,name,-,barcode,~price,-,~costPrice,-,-,-,~measureUnitId,-",
  ],
  [
    "product",
    "Product/Service Name,SKU,Sales Description,Sales Price/Rate,Purchase Cost,Quantity On Hand",
    "~name,~id,-,~price,~costPrice,-",
  ],
  [
    "product",
    "name,name_localized,sku,barcode,price,cost,category_reference,is_active,costing_method,storage_unit",
    "name,-,~id,barcode,price,costPrice,-,-,-,~measureUnitId",
  ],
  [
    "product",
    "اسم المنتج,الكود (SKU),الباركود,سعر الشراء,سعر البيع,أقل سعر بيع,الماركة,الضريبة 1,تتبع المخزون",
    "name,~id,barcode,costPrice,price,-,-,-,-",
  ],
  [
    "product",
    "رمز المادة,اسم المادة,الاسم اللاتيني,الوحدة,سعر المستهلك,سعر الجملة,المجموعة,كلفة",
    "id,name,-,measureUnitId,?price,?price,-,~costPrice",
  ],
  [
    "product",
    "كود الصنف,اسم الصنف,كود المجموعة,اسم المجموعة,الوحدة الكبرى,سعر البيع,سعر الجملة,اخر سعر شراء,حد الطلب",
    "id,name,-,-,-,price,-,~costPrice,-",
  ],
  [
    "product",
    "م,رقم الصنف,اسم الصنف عربي,اسم الصنف انجليزي,وحدة القياس,السعر شامل الضريبة,متوسط التكلفة",
    "-,id,?name,?name,measureUnitId,~price,~costPrice",
  ],
  [
    "product",
    "معرف الصنف,اسم الصنف,المورد,سعر التوريد,سعر القائمة,السعر بعد الخصم,أقل سعر مسموح",
    "~id,name,-,~costPrice,~price,-,-",
  ],
  ["product", "الاسم,السعر [الفرع الرئيسي],السعر [فرع عدن],الكود", "name,?price,?price,id"],
  ["product", "No,اسم المادة (Material Name),سعر المفرق,سعر التكلفة (Cost)", "id,~name,~price,~costPrice"],
  [
    "product",
    "باركود الصنف,اسم السلعة,رقم السلعة,سعر بيع القطعة,تكلفة الوحدة,قيمة الضريبة",
    "~barcode,~name,~id,~price,~costPrice,-",
  ],
  [
    "product",
    "Price list name,Cost center,Barcode type,Supplier barcode,Sold by weight,Track stock,Available for sale [Main],Option 1 name",
    "-,-,-,-,-,-,-,-",
  ],
  [
    "product",
    "Category name,Brand name,Compare At Price,Cost currency,Image name,Tax name,Reorder quantity,كود المجموعة,اسم المجموعة,رقم الهاتف",
    "-,-,-,-,-,-,-,-,-,-",
  ],
  ["product", "VariantBarcode,itemCode,item_name,unitPrice,unit_cost", "~barcode,id,name,price,costPrice"],
  [
    "product",
    "variant_barcode,product-code,productName,selling price,purchasePrice",
    "~barcode,id,name,price,costPrice",
  ],
  [
    "product",
    "Stock code,Description,Barcode 1,Barcode 2,Trade price,RRP",
    "~id,name,?barcode,?barcode,~price,-",
  ],
  [
    "product",
    "Item #,Item Description,Unit Price USD,Unit Cost USD,Price List Name,Reorder Level",
    "name,-,~price,~costPrice,-,-",
  ],
  ["product", "PLU,Item Description,Dept,Cost ex VAT,EAN/UPC,Pack Size", "~id,~name,-,~costPrice,~barcode,-"],
  [
    "product",
    "Product Title,Vendor SKU,Our SKU,Barcode Number,Wholesale Price,Landed Cost",
    "~name,-,~id,~barcode,~price,~costPrice",
  ],
  ["product", "id,name,price_minor,cost_minor,tax_rate,created_at", "id,name,-,-,-,-"],
  [
    "product",
    "Selling Price (Incl. VAT),Purchase Price (Excl. VAT),Product Name,Item No.",
    "~price,~costPrice,name,id",
  ],
  [
    "product",
    "Barcode,Product Name,Product Code,HSN Code,Unit,Sale Rate,Purchase Rate,Tax Rate",
    "barcode,name,id,-,measureUnitId,~price,~costPrice,-",
  ],
  ["product", "Price (old),Price (new),Name,Supplier price", "-,-,name,~costPrice"],
  ["product", "Name,Total cost,Total price,Unit price group,Stock value", "name,-,-,-,-"],
  ["account", "ID,Supplier Name,Supplier Type,Supplier Group,Tax ID", "id,name,-,-,-"],
  ["account", "Vendor ID,Company Name,Phone,Account type", "~id,~name,-,type"],
  ["account", "كود المورد,اسم المورد,النوع,الرصيد", "id,name,type,-"],
  ["account", "رقم المورد,اسم الشركة,رقم الهاتف,نوع الحساب", "id,~name,-,type"],
  ["store", "Warehouse ID,Warehouse Name,Parent Warehouse,City", "id,name,-,-"],
  ["store", "كود المخزن,اسم المخزن,العنوان", "id,name,-"],
  ["measureUnit", "UOM Name,ID,Base unit,Conversion Factor,Unit group", "name,id,baseUnitId,factor,-"],
  [
    "stock",
    "ID,Item Code,Warehouse,Actual Qty,Reserved Qty,Projected Qty,Valuation Rate,Stock Value,Stock UOM",
    "-,productId,storeId,~quantity,-,-,~costPrice,-,~measureUnitId",
  ],
  [
    "stock",
    "Item,Item Name,Warehouse,Stock UOM,Balance Qty,Balance Value,Valuation Rate",
    "productId,-,storeId,~measureUnitId,~quantity,-,~costPrice",
  ],
  [
    "stock",
    "Product,Location,Lot/Serial Number,Quantity,Unit of Measure,Available Quantity,Product/Barcode,Expiration Date",
    "productId,storeId,-,quantity,measureUnitId,-,~barcode,expiryAt",
  ],
  [
    "stock",
    "Product/Internal Reference,Location/ID,Unit of Measure/ID,Inventoried Quantity,Removal Date",
    "~productId,~storeId,~measureUnitId,~quantity,-",
  ],
  [
    "stock",
    "Material,Plant,Storage Location,SLED/BBD,Unrestricted,Base Unit of Measure,Date of Manufacture",
    "~productId,-,~storeId,~expiryAt,~quantity,~measureUnitId,~productionAt",
  ],
  [
    "stock",
    "Handle,Title,SKU,Location,Bin name,Incoming (not editable),Committed (not editable),Available (not editable),On hand (current)",
    "-,-,productId,storeId,-,-,-,-,~quantity",
  ],
  [
    "stock",
    "كود الصنف,اسم الصنف,اسم المخزن,الوحدة,كمية الرصيد,تاريخ انتهاء الصلاحية,متوسط التكلفة,قيمة الرصيد",
    "productId,-,~storeId,measureUnitId,~quantity,~expiryAt,~costPrice,-",
  ],
  [
    "stock",
    "رقم المادة,المستودع,الوحدة,الكمية المتاحة,الكمية المحجوزة,تاريخ الصلاحية",
    "~productId,storeId,measureUnitId,~quantity,-,expiryAt",
  ],
  [
    "stock",
    "صنف,مخزن,وحده,رصيد,صلاحيه,تكلفه",
    "~productId,~storeId,measureUnitId,~quantity,~expiryAt,costPrice",
  ],
  ["stock", "Item Code,System Stock,Physical Stock,Variance", "productId,?quantity,?quantity,-"],
  [
    "stock",
    "SKU,Warehouse,Unit,In stock [Main],In stock [Branch]",
    "productId,storeId,measureUnitId,?quantity,?quantity",
  ],
  [
    "stock",
    "SKU,Option Value 1,Price,Current Quantity Main Street,New Quantity Main Street",
    "productId,-,-,~quantity,-",
  ],
  [
    "purchase",
    "Purchase Order,Order Date,Supplier Name,Currency,Item Code,UOM,Accepted Qty,Rate,Batch No,Amount",
    "~documentNo,~date,~supplierAccountId,currencyId,productId,measureUnitId,~quantity,~price,batch,-",
  ],
  [
    "purchase",
    "Bill Number,Bill Date,Vendor Name,Currency Code,Item Name,Usage Unit,Quantity,Rate,Item Total",
    "~documentNo,~date,~supplierAccountId,currencyId,~productId,~measureUnitId,quantity,~price,-",
  ],
  [
    "purchase",
    "رقم الفاتورة,تاريخ الفاتورة,كود المورد,العملة,كود الصنف,الوحدة,الكمية,البونص,سعر الشراء,الإجمالي",
    "documentNo,date,~supplierAccountId,currencyId,productId,measureUnitId,quantity,~freeQuantity,~price,-",
  ],
  [
    "purchase",
    "Order Reference,Vendor,Currency,Order Lines/Product,Order Lines/Unit of Measure,Order Lines/Quantity,Order Lines/Unit Price",
    "~documentNo,supplierAccountId,currencyId,~productId,~measureUnitId,~quantity,~price",
  ],
  [
    "purchase",
    "Inv #,Inv Date,Supplier,Currency,SKU,UoM,Qty,Bonus Qty,Batch/Lot,Best before",
    "~documentNo,~date,supplierAccountId,currencyId,productId,measureUnitId,quantity,~freeQuantity,~batch,expiryAt",
  ],
  ["purchase", "كود الصنف,الكمية,سعر الوحدة أجنبي,سعر الوحدة محلي", "productId,quantity,?price,?price"],
  [
    "booksExport",
    "Voucher Serial No,Posting Date,Currency,Total Amount,Status",
    "~serialNo,~date,currencyId,~amount,status",
  ],
  [
    "booksExport",
    "Serial No,Date,Currency,Paid amount,Net amount",
    "serialNo,date,currencyId,?amount,?amount",
  ],
];

describe("parts of names", () => {
  it.each(OF_PROGRAMS)("of %s find columns, and none of them for another: %s", (kind, header, columns) => {
    expect(said(kind, header.split(","))).toBe(columns);
  });

  it("keep to the header's words: what a longer word contains is no part of it", () => {
    expect(said("product", ["Id", "Name", "Pricelist", "Costing", "Accost", "Barcoded"])).toBe(
      "id,name,-,-,-,-",
    );
  });

  it.each(["Price", "السعر"])("ask about columns of the very same name: %s", (name) => {
    expect(guessColumns("product", [name, name]).askedColumns).toEqual([
      { column: "price", among: [name, `${name} (column 2)`] },
    ]);
  });
});

describe("the cells of a column", () => {
  const GTINS = ["6291003040504", "6291003040511", "6291003040528"];

  it("make a code the id where they are whole numbers, and never a handle", () => {
    const header = ["Handle", "SKU", "Name"];
    expect(
      said("product", header, [
        ["7", "10001", "a"],
        ["8", "10002", "b"],
      ]),
    ).toBe("-,~id,name");
    expect(
      said("product", header, [
        ["7", "A-1", "a"],
        ["8", "A-2", "b"],
      ]),
    ).toBe("-,-,name");
  });

  it("make another column the id where an ID holds letters", () => {
    const rows = [
      ["__export__.product_1", "1001", "a"],
      ["__export__.product_2", "1002", "b"],
    ];
    expect(said("product", ["id", "default_code", "name"], rows)).toBe("-,~id,name");
    expect(
      said(
        "product",
        ["id", "name"],
        [
          ["x", "a"],
          ["y", "b"],
        ],
      ),
    ).toBe("id,name");
  });

  it("are a barcode where all have a check digit, unless the name says another thing", () => {
    const rows = GTINS.map((gtin, at) => [gtin, `p${at}`]);
    expect(said("product", ["Xyz", "Name"], rows)).toBe("~barcode,name");
    expect(said("product", ["Supplier barcode", "Name"], rows)).toBe("-,name");
    expect(said("product", ["Xyz", "Name"], [...rows, ["6291003040529", "p"]])).toBe("-,name");
  });

  it("are an id where each row has another whole number, but not where they only count the rows", () => {
    const header = ["Xyz", "Name"];
    expect(
      said("store", header, [
        ["12", "a"],
        ["15", "b"],
        ["11", "c"],
      ]),
    ).toBe("~id,name");
    expect(
      said("store", header, [
        ["1", "a"],
        ["2", "b"],
        ["3", "c"],
      ]),
    ).toBe("-,name");
    expect(
      said("store", header, [
        ["12", "a"],
        ["12", "b"],
        ["11", "c"],
      ]),
    ).toBe("-,name");
    expect(
      said(
        "store",
        ["Phone", "Name"],
        [
          ["12", "a"],
          ["15", "b"],
        ],
      ),
    ).toBe("-,name");
  });

  it("are cost and price where two columns of numbers are alike, and the larger is the price", () => {
    const header = ["id", "name", "Aaa", "Bbb"];
    expect(
      said("product", header, [
        ["7", "a", "9.50", "7"],
        ["9", "b", "52,00", "40.00"],
      ]),
    ).toBe("id,name,~price,~costPrice");
    expect(
      said("product", header, [
        ["7", "a", "9", "7"],
        ["9", "b", "40", "52"],
      ]),
    ).toBe("id,name,-,-");
    expect(
      said("product", header, [
        ["7", "a", "900", "7"],
        ["9", "b", "5200", "40"],
      ]),
    ).toBe("id,name,-,-");
    expect(
      said(
        "product",
        ["id", "name", "Weight", "Bbb"],
        [
          ["7", "a", "9", "7"],
          ["9", "b", "52", "40"],
        ],
      ),
    ).toBe("id,name,-,-");
  });

  it("are dates by their order: made, bought, expired", () => {
    const header = ["SKU", "Aaa", "Bbb"];
    const days = [
      ["1", "2027-05-01", "2026-01-05"],
      ["2", "30/06/2027", "2026-03-01"],
    ];
    expect(said("stock", header, days)).toBe("productId,~expiryAt,~productionAt");
    expect(said("purchase", header, days)).toBe("productId,~expiryAt,~date");
    expect(said("purchase", ["SKU", "Expiry date", "Bbb"], days)).toBe("productId,expiryAt,~date");
    expect(
      said(
        "purchase",
        ["Date", "Aaa"],
        days.map(([, late = "", early = ""]) => [early, late]),
      ),
    ).toBe("date,~expiryAt");
    expect(said("stock", ["SKU", "Aaa"], days)).toBe("productId,-");
    expect(
      said("stock", header, [
        ["1", "2027-05-01", "2026-01-05"],
        ["2", "2026-01-05", "2027-05-01"],
      ]),
    ).toBe("productId,-,-");
  });

  it("decide nothing without two rows, and nothing that a name decides", () => {
    expect(said("product", ["Xyz", "Name"], [[GTINS[0] ?? "", "a"]])).toBe("-,name");
    expect(
      said(
        "product",
        ["Xyz", "Barcode"],
        GTINS.map((gtin) => [gtin, gtin]),
      ),
    ).toBe("-,barcode");
  });
});
